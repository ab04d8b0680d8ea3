import { Block, Button, LinkButton, LinkIcon, PartnerMark, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { Platform } from '@seller-connect/contract';
import { partnersQuery, shopsQuery } from '../../api/queries.ts';
import { useLinkPartner } from '../../api/useLinkPartner.ts';
import { shared } from '../../texts/index.ts';
import styles from './connect.module.css';
import { texts } from './texts.ts';

const order: readonly Platform[] = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'];

/** One card per partner, with whether it can be linked now. */
export function PartnerCards() {
  const { data } = useQuery(partnersQuery);
  const shops = useQuery(shopsQuery).data?.items ?? [];
  const link = useLinkPartner();
  const availability = new Map(data?.items.map((item) => [item.platform, item.available]));
  return (
    <Block title={texts.partners} busy={!data}>
      <ul className={styles.partners}>
        {order.map((platform) => {
          const name = shared.partners[platform];
          const hasOne = shops.some(
            (shop) => shop.platform === platform && shop.status !== 'disconnected',
          );
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
              {available && hasOne && <p className={styles.quiet}>{texts.another(name)}</p>}
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
                    busy={link.isPending && link.variables === platform}
                    onClick={() => link.mutate(platform)}
                  >
                    {hasOne ? texts.linkAnother(name) : texts.link(name)}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Block>
  );
}
