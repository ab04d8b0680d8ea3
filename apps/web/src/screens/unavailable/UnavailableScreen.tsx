import { EmptyState, LinkButton, PartnerMark, UnlinkIcon } from '@seller-connect/ui';
import type { Platform } from '@seller-connect/contract';
import { useLocation } from '@tanstack/react-router';
import { partnerName } from '../../i18n/index.ts';
import { texts } from './texts.ts';

const platforms: readonly Platform[] = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'];

/** Spec 8: a wrong or unavailable partner. */
export default function UnavailableScreen() {
  const { searchStr } = useLocation();
  const requestedPartner = new URLSearchParams(searchStr).get('partner')?.toUpperCase();
  const partner = platforms.find((platform) => platform === requestedPartner);
  return (
    <EmptyState
      screen
      tone="quiet"
      title={texts.title}
      icon={partner ? <PartnerMark partner={partner} size={24} /> : <UnlinkIcon size={24} />}
      action={
        <LinkButton variant="primary" href="/connect">
          {texts.back}
        </LinkButton>
      }
    >
      <p>{partner ? texts.text(partnerName(partner)) : texts.unknown}</p>
      <p>{texts.others}</p>
    </EmptyState>
  );
}
