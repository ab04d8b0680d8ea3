import { Spinner } from '@seller-connect/ui';
import styles from './LoadingPage.module.css';

/** In place of the page while it is not known who is there, or what they may see. */
export function LoadingPage({ text }: { readonly text: string }) {
  return (
    <main className={styles.page} id="content" aria-busy="true">
      <Spinner size={32} />
      <p role="status">{text}</p>
    </main>
  );
}
