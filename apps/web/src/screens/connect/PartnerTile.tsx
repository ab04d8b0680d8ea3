import { Button, LinkButton, LinkIcon, PartnerMark, Quiet } from '@seller-connect/ui';
import type { Platform } from '@seller-connect/contract';
import { useId } from 'react';
import { useLinkPartner } from '../../shops/useLinkPartner.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { partnerName } from '../../i18n/index.ts';
import styles from './connect.module.css';
import { texts } from './texts.ts';

export interface PartnerTileProps {
  readonly platform: Platform;
  /** Undefined while unknown. */
  readonly available: boolean | undefined;
  readonly linked: number;
}

/** A partner: what it provides, how many of its shops are linked, and the button that links one. */
export function PartnerTile({ platform, available, linked }: PartnerTileProps) {
  const id = useId();
  return (
    <section className={styles.tile} aria-labelledby={id} data-partner={platform}>
      <PartnerMark partner={platform} size={40} />
      <h3 id={id} className={styles.tileName}>
        {partnerName(platform)}
      </h3>
      {linked > 0 && (
        <p className={styles.tileCount}>
          {(platform === 'FACEBOOK' ? texts.accountCount : texts.linkedCount)(linked)}
        </p>
      )}
      <Quiet as="p">{available === false ? texts.unavailable : texts.available[platform]}</Quiet>
      <div className={styles.tileAction}>
        <LinkPartnerButton platform={platform} available={available} again={linked > 0} />
      </div>
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
  const { isViewer } = useTeamRole();
  const name = partnerName(platform);
  if (available === false) {
    return (
      <LinkButton
        wide
        href={`/connect/unavailable?partner=${platform.toLowerCase()}`}
        aria-label={`${texts.why}: ${name}`}
      >
        {texts.why}
      </LinkButton>
    );
  }
  if (isViewer) return null;
  return (
    <Button
      wide
      icon={<LinkIcon />}
      disabled={available === undefined}
      busy={link.isPending}
      aria-label={again ? `${texts.linkAnother}: ${name}` : texts.link(name)}
      onClick={() => link.mutate({ platform })}
    >
      {again ? texts.linkAnother : texts.linkShort}
    </Button>
  );
}
