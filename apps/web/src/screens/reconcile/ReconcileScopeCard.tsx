import { Block, LinkButton, PartnerMark, Select } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { isAdAccount } from '../../api/adAccounts.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { shopOptions } from '../../shops/shopOptions.ts';
import { useListAddress } from '../../lists/index.ts';
import { formats, shared } from '../../i18n/index.ts';
import { searchOf, type Chosen } from './scope.ts';
import styles from './reconcile.module.css';
import { texts } from './texts.ts';

const words = texts.chosen;

/** For whoever comes from a figure: why it can differ, and how to find out about these shops and days. */
export function ChosenScope({ chosen }: { readonly chosen: Chosen }) {
  const { platform, shop, days } = chosen;
  const list = useListAddress('/reports/reconcile');
  const linked = useQuery(shopsQuery);
  const shops = (linked.data?.items ?? []).filter(
    (each) => !isAdAccount(each) && (platform === null || each.platform === platform),
  );
  const options = shopOptions(shops);
  const wanted = shops.filter((each) => shop === null || each.id === shop);
  const period = days && words.days(formats.day(days.from), formats.day(days.to));
  return (
    <Block
      title={words.title}
      actions={<LinkButton href="/reports/reconcile">{words.clear}</LinkButton>}
    >
      <div className={styles.chosen}>
        <ul className={styles.why}>
          {words.why.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p className={styles.step}>{period ? words.exportDays(period) : words.exportAny}</p>
        {linked.data && (
          <ul className={styles.shops} aria-label={words.shops}>
            {wanted.map(({ id, name, platform: partner }) => (
              <li key={id} className={styles.about}>
                <PartnerMark partner={partner} size={20} />
                {texts.of(shared.partners[partner], name)}
              </li>
            ))}
          </ul>
        )}
        {options.length > 1 && (
          <Select
            label={texts.whichShop}
            value={shop ?? ''}
            options={[{ value: '', label: words.anyShop }, ...options]}
            onValueChange={(id) => list.go(searchOf({ ...chosen, shop: id === '' ? null : id }))}
          />
        )}
      </div>
    </Block>
  );
}
