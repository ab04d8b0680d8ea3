import { LinkButton, PageHeader } from '@seller-connect/ui';
import styles from './google.module.css';
import { texts } from './texts.ts';

/** Where Google sends people back to: says how it went and offers the other way to sign in. */
export function GoogleScreen() {
  return (
    <main className={styles.screen} id="content">
      <PageHeader title={texts.title}>
        <p>{texts.text}</p>
        <p>{texts.otherWays}</p>
      </PageHeader>
      <div>
        <LinkButton variant="primary" href="/oauth/authorize">
          {texts.back}
        </LinkButton>
      </div>
    </main>
  );
}
