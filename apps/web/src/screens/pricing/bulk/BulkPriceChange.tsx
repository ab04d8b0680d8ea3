import { Banner, Block, Button, PageHeader } from '@seller-connect/ui';
import type { PreviewPricesBody, PriceAdjustment, PriceReport } from '@seller-connect/contract';
import { useEffect, useRef } from 'react';
import { catalogue } from '../../../api/index.ts';
import { priceQueries } from '../../../api/queries/queryKeys.ts';
import { useMutation } from '../../../api/queries/useMutation.ts';
import { formProblem, formStatuses } from '../../../forms/index.ts';
import { formats } from '../../../i18n/index.ts';
import { AdjustmentFields } from './AdjustmentForm.tsx';
import { BulkRows } from './BulkChangeTable.tsx';
import styles from '../pricing.module.css';
import { texts } from '../texts.ts';

const words = texts.bulk;

export interface BulkChangeProps {
  readonly target: Pick<PreviewPricesBody, 'skus' | 'filter'>;
  readonly count: number;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Many prices at once: how much, then every row with old, new and difference, then what became of each. */
export function BulkChange({ target, count, onDone, onCancel }: BulkChangeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const preview = useMutation({
    mutationFn: (adjustment: PriceAdjustment) =>
      catalogue().call('previewPrices', {
        body: { adjustment, ...target },
        handleErrorLocally: formStatuses,
      }),
    changes: [],
  });
  // Of the fields as they are: what is on its way when they change is forgotten.
  const seen = preview.data && { adjustment: preview.variables, report: preview.data };
  const apply = useMutation({
    mutationFn: ({ adjustment, report }: { adjustment: PriceAdjustment; report: PriceReport }) =>
      catalogue().call('changePrices', {
        body: {
          adjustment,
          items: report.items
            .filter((row) => row.outcome === 'changed')
            .map(({ sku, version }) => ({ sku, version })),
        },
        handleErrorLocally: formStatuses,
      }),
    changes: priceQueries,
  });
  const problem = formProblem(apply.error ?? preview.error);

  return (
    <div className={styles.screen}>
      <PageHeader title={words.title} headingRef={heading}>
        {words.about(formats.number(count))}
      </PageHeader>
      {problem !== null && <Banner tone="negative" announced title={problem} />}
      {apply.data ? (
        <Block
          flush
          title={words.done(formats.number(apply.data.changed), formats.number(apply.data.total))}
          actions={<Button onClick={onDone}>{words.back}</Button>}
        >
          <BulkRows report={apply.data} done />
        </Block>
      ) : (
        <>
          <Block>
            <AdjustmentFields
              busy={preview.isPending}
              onPreview={(adjustment) => {
                apply.reset();
                preview.mutate(adjustment);
              }}
              onTouch={preview.reset}
              onCancel={onCancel}
            />
          </Block>
          {seen && (
            <Block
              flush
              title={words.previewed(
                formats.number(seen.report.changed),
                formats.number(seen.report.total),
              )}
              summary={restOf(seen.report)}
              actions={
                seen.report.changed > 0 && (
                  <Button
                    variant="primary"
                    busy={apply.isPending}
                    onClick={() => apply.mutate(seen)}
                  >
                    {words.apply(formats.number(seen.report.changed))}
                  </Button>
                )
              }
            >
              <BulkRows report={seen.report} />
            </Block>
          )}
        </>
      )}
    </div>
  );
}

function restOf({ total, changed }: PriceReport): string | undefined {
  if (changed === 0) return words.nothing;
  return total > changed ? words.rest(formats.number(total - changed)) : undefined;
}
