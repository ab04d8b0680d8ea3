import { LinkButton, PageHeader } from '@seller-connect/ui';
import styles from './NoShop.module.css';
import { SetupBar } from './SetupBar.tsx';
import { texts } from './texts.ts';

/** What the screens after linking show to whoever opens them with no shop linked: the step that is next. */
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
