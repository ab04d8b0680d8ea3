import { Spinner } from '@seller-connect/ui';
import styles from './LoadingPage.module.css';

/** A page with a spinner, shown while the session or the user's permissions are loading. */
export function LoadingPage({ text }: { readonly text: string }) {
  return (
    <main className={styles.page} id="content" aria-busy="true">
      <Spinner size={32} />
      <p role="status">{text}</p>
    </main>
  );
}
