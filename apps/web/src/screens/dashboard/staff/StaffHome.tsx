import { PageHeader, Quiet, TextLink } from '@seller-connect/ui';
import { ChangedBrands, ChangedPrices } from './ChangedCards.tsx';
import { WaitingCard } from './WaitingCard.tsx';
import styles from './StaffHome.module.css';
import { texts } from './texts.ts';

/**
 * Home of staff who keep the catalogue and prices and have no shop: what waits, and the last changes. Each card needs
 * its own permission and fails alone.
 */
export default function StaffHome({ permissions }: { readonly permissions: readonly string[] }) {
  const keepsPrices = permissions.includes('ppm:all:all');
  return (
    <>
      <PageHeader title={texts.title}>{texts.lead}</PageHeader>
      <div className={styles.home}>
        <div className={styles.wide}>
          <WaitingCard keepsPrices={keepsPrices} />
        </div>
        {permissions.includes('catalog:all:all') && <ChangedBrands />}
        {keepsPrices && <ChangedPrices />}
        <p className={styles.wide}>
          <Quiet>
            {texts.connect} <TextLink href="/connect">{texts.connectAction}</TextLink>
          </Quiet>
        </p>
      </div>
    </>
  );
}
