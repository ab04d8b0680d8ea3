import { LinkButton, PageHeader, PartnerMark } from '@seller-connect/ui';
import type { Platform } from '@seller-connect/contract';
import { useLocation } from '@tanstack/react-router';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';
import styles from './unavailable.module.css';

const platforms: readonly Platform[] = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'];

/** Spec 8: a wrong or unavailable partner. */
export default function UnavailableScreen() {
  const { searchStr } = useLocation();
  const requestedPartner = new URLSearchParams(searchStr).get('partner')?.toUpperCase();
  const partner = platforms.find((platform) => platform === requestedPartner);
  return (
    <div className={styles.screen}>
      {partner && <PartnerMark partner={partner} size={40} />}
      <PageHeader title={texts.title}>
        <p>{partner ? texts.text(sharedTexts.partners[partner]) : texts.unknown}</p>
        <p>{texts.others}</p>
      </PageHeader>
      <div>
        <LinkButton variant="primary" href="/connect">
          {texts.back}
        </LinkButton>
      </div>
    </div>
  );
}
