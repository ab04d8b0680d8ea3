import { PageHeader } from '@seller-connect/ui';
import { AboutLinking } from './AboutLinking.tsx';
import styles from './connect.module.css';
import { LinkedShops } from './LinkedShops.tsx';
import { PartnerCards } from './PartnerCards.tsx';
import { texts } from './texts.ts';

/** Linked shops, the partners to link, and what linking means. */
export function ConnectScreen() {
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      <LinkedShops />
      <PartnerCards />
      <AboutLinking />
    </div>
  );
}
