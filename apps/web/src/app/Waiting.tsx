import { Spinner } from '@seller-connect/ui';
import styles from './Waiting.module.css';
import { texts } from './texts.ts';

/** While it is not known who is there, or the browser is on its way to the login. */
export function Waiting() {
  return (
    <main className={styles.page} id="content" aria-busy="true">
      <Spinner size={32} />
      <p role="status">{texts.goingToSignIn}</p>
    </main>
  );
}
