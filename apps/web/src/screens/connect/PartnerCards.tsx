import { Block, Button, LinkButton, LinkIcon, PartnerMark, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { Platform } from '@seller-connect/contract';
import { partnersQuery, shopsQuery } from '../../api/queries.ts';
import { useLinkPartner } from '../../api/useLinkPartner.ts';
import { formats, shared } from '../../texts/index.ts';
import styles from './connect.module.css';
import { texts } from './texts.ts';

const order: readonly Platform[] = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'];

/** One card per partner, with whether it can be linked now. */
export function PartnerCards() {
  const { data } = useQuery(partnersQuery);
  const shops = useQuery(shopsQuery).data?.items ?? [];
  const link = useLinkPartner();
  const availability = new Map(data?.items.map((item) => [item.platform, item.available]));
  const linked = new Set(
    shops.filter((shop) => shop.status !== 'disconnected').map((shop) => shop.platform),
  );
  const again = order
    .filter((platform) => linked.has(platform) && availability.get(platform))
    .map((platform) => shared.partners[platform]);
  return (
    <Block title={texts.partners} busy={!data}>
      <ul className={styles.partners}>
        {order.map((platform) => {
          const name = shared.partners[platform];
          const hasOne = linked.has(platform);
          const available = availability.get(platform);
          return (
            <li key={platform} className={styles.partner} data-partner={platform}>
              <div className={styles.partnerHead}>
                <PartnerMark partner={platform} size={32} />
                <div>
                  <h3 className={styles.partnerName}>{name}</h3>
                  <p className={styles.quiet}>
                    {available === undefined ? (
                      <Skeleton shape="line" />
                    ) : available ? (
                      texts.available
                    ) : (
                      texts.unavailable
                    )}
                  </p>
                </div>
              </div>
              <div className={styles.partnerAction}>
                {available === false ? (
                  <LinkButton
                    href={`/connect/unavailable?partner=${platform.toLowerCase()}`}
                    aria-label={`${texts.why}: ${name}`}
                  >
                    {texts.why}
                  </LinkButton>
                ) : (
                  <Button
                    variant={hasOne ? 'secondary' : 'primary'}
                    icon={<LinkIcon />}
                    disabled={available === undefined}
                    busy={link.isPending && link.variables.platform === platform}
                    onClick={() => link.mutate({ platform })}
                  >
                    {hasOne ? texts.linkAnother : texts.link(name)}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {again.length > 0 && <p className={styles.another}>{texts.another(formats.list(again))}</p>}
    </Block>
  );
}
