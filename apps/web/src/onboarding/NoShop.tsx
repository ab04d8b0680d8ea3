import { LinkButton, PageHeader } from '@seller-connect/ui';
import styles from './NoShop.module.css';
import { SetupBar } from './SetupBar.tsx';
import { texts } from './texts.ts';

/** Shown by screens that need a linked shop if there is none; leads to the next step. */
export function NoShop() {
  return (
    <div className={styles.screen}>
      <SetupBar at="connect" />
      <PageHeader title={texts.noShop}>{texts.noShopText}</PageHeader>
      <div>
        <LinkButton variant="primary" href="/connect">
          {texts.connect}
        </LinkButton>
      </div>
    </div>
  );
}
