import {
  Button,
  ChevronRightIcon,
  LinkButton,
  LinkIcon,
  PartnerMark,
  StatusPill,
} from '@seller-connect/ui';
import type { Platform, Shop, ShopProgress } from '@seller-connect/contract';
import { useId } from 'react';
import { useLinkPartner } from '../../shops/useLinkPartner.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { sharedTexts, compareNames } from '../../i18n/index.ts';
import { LinkingDetails } from './LinkingDetails.tsx';
import styles from './connect.module.css';
import { ShopCard } from './ShopCard.tsx';
import { partnerSyncState, shopSyncState } from './shopState.ts';
import { texts } from './texts.ts';

export interface PartnerCardProps {
  readonly platform: Platform;
  /** Undefined while unknown. */
  readonly available: boolean | undefined;
  /** The partner's shops; undefined while unknown. */
  readonly shops: readonly Shop[] | undefined;
  /** Undefined while unknown. */
  readonly progress: readonly ShopProgress[] | undefined;
  readonly onDisconnect: (shop: Shop) => void;
  readonly onErase: (shop: Shop) => void;
}

/** A partner: its sync state, the button that links it, its shops, and what data is fetched. */
export function PartnerCard(props: PartnerCardProps) {
  const { platform, available, shops, progress, onDisconnect, onErase } = props;
  const id = useId();
  const name = sharedTexts.partners[platform];
  const progressOf = (shop: Shop) =>
    progress ? progress.find((each) => each.shopId === shop.id) : null;
  const state = partnerSyncState(
    (shops ?? []).map((shop) => shopSyncState(shop, progressOf(shop))),
  );
  const linked = shops?.filter((shop) => shop.status !== 'disconnected').length ?? 0;
  return (
    <section className={styles.partner} aria-labelledby={id} data-partner={platform}>
      <div className={styles.partnerHead}>
        <PartnerMark partner={platform} size={32} />
        <div className={styles.partnerWords}>
          <h2 id={id} className={styles.partnerName}>
            {name}
          </h2>
          <div className={styles.quiet}>
            {linked > 0
              ? (platform === 'FACEBOOK' ? texts.accountCount : texts.linkedCount)(linked)
              : available === false
                ? texts.unavailable
                : texts.available[platform]}
          </div>
        </div>
        {state !== null && <StatusPill state={state}>{sharedTexts.syncStates[state]}</StatusPill>}
        <LinkPartnerButton platform={platform} available={available} again={linked > 0} />
      </div>
      {shops && shops.length > 0 && (
        <ul className={styles.shops}>
          {shops
            .toSorted((one, other) => compareNames(one.name, other.name))
            .map((shop) => (
              <ShopCard
                key={shop.id}
                shop={shop}
                progress={progressOf(shop)}
                onDisconnect={() => onDisconnect(shop)}
                onErase={() => onErase(shop)}
              />
            ))}
        </ul>
      )}
      {available && (
        <details className={styles.more}>
          <summary>
            <ChevronRightIcon />
            {texts.about.title(name)}
          </summary>
          <LinkingDetails platform={platform} />
        </details>
      )}
    </section>
  );
}

interface LinkPartnerButtonProps {
  readonly platform: Platform;
  readonly available: boolean | undefined;
  readonly again: boolean;
}

/** Starts linking at the partner, or says why it is not available. */
function LinkPartnerButton({ platform, available, again }: LinkPartnerButtonProps) {
  const link = useLinkPartner();
  const { looksOnly } = useTeamRole();
  const name = sharedTexts.partners[platform];
  if (available === false) {
    return (
      <LinkButton
        href={`/connect/unavailable?partner=${platform.toLowerCase()}`}
        aria-label={`${texts.why}: ${name}`}
      >
        {texts.why}
      </LinkButton>
    );
  }
  if (looksOnly) return null;
  return (
    <Button
      icon={<LinkIcon />}
      disabled={available === undefined}
      busy={link.isPending}
      onClick={() => link.mutate({ platform })}
    >
      {again ? texts.linkAnother : texts.link(name)}
    </Button>
  );
}
