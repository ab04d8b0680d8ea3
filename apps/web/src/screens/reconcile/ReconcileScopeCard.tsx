import { Card, LinkButton, PartnerMark } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '../../lists/index.ts';
import { isAdAccount, shopOptions } from '../../shops/shopFilter.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { formats, partnerName } from '../../i18n/index.ts';
import type { ReconcileScope } from './scope.ts';
import styles from './reconcile.module.css';
import { texts } from './texts.ts';

const labels = texts.chosen;

interface ReconcileScopeCardProps {
  readonly chosen: ReconcileScope;
  readonly onShop: (shop: string | null) => void;
}

/**
 * Shown when the seller comes from a metric of the report: why it may differ from the seller center, and how to
 * export a file for these shops and days.
 */
export function ReconcileScopeCard({ chosen, onShop }: ReconcileScopeCardProps) {
  const { platform, shop, days } = chosen;
  const linked = useQuery(shopsQuery);
  const shops = (linked.data?.items ?? []).filter(
    (each) => !isAdAccount(each) && (platform === null || each.platform === platform),
  );
  const options = shopOptions(shops);
  const shopsInScope = shops.filter((each) => shop === null || each.id === shop);
  const period = days && labels.days(formats.day(days.from), formats.day(days.to));
  return (
    <Card
      title={labels.title}
      actions={<LinkButton href="/reports/reconcile">{labels.clear}</LinkButton>}
    >
      <div className={styles.chosen}>
        <ul className={styles.why}>
          {labels.why.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p className={styles.step}>{period ? labels.exportDays(period) : labels.exportAny}</p>
        {linked.data && (
          <ul className={styles.shops} aria-label={labels.shops}>
            {shopsInScope.map(({ id, name, platform: partner }) => (
              <li key={id} className={styles.about}>
                <PartnerMark partner={partner} size={20} />
                {texts.of(partnerName(partner), name)}
              </li>
            ))}
          </ul>
        )}
        {options.length > 1 && (
          <FilterSelect
            label={texts.whichShop}
            all={labels.anyShop}
            value={shop}
            options={options}
            onValueChange={onShop}
          />
        )}
      </div>
    </Card>
  );
}
