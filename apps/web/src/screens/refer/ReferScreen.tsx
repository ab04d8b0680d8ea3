import { LinkButton, PageHeader } from '@seller-connect/ui';
import { shared } from '../../texts/index.ts';
import styles from './refer.module.css';
import { texts } from './texts.ts';

/** Spec 8: an invalid link from a reporting tool. */
export function ReferScreen() {
  return (
    <main className={styles.screen} id="content">
      <PageHeader title={texts.title}>
        <p>{texts.text}</p>
        <p>{texts.what}</p>
      </PageHeader>
      <div>
        <LinkButton variant="primary" href="/">
          {shared.backHome}
        </LinkButton>
      </div>
    </main>
  );
}
