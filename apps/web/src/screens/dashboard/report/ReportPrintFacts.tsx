import type { ReportMoney, ReportSummary, Shop } from '@seller-connect/contract';
import { formats } from '../../../i18n/index.ts';
import { PrintFacts } from '../../../print/PrintFacts.tsx';
import { texts } from '../../../print/texts.ts';
import { chosenShop, shopChoices } from '../filters/shopChoices.ts';
import type { ReportFilters } from '../filters/filters.ts';
import { texts as home } from '../texts.ts';
import { formatPeriod } from './metrics.tsx';

export interface ReportPrintFactsProps {
  readonly filters: ReportFilters;
  readonly shops: readonly Shop[];
  readonly report: ReportSummary | ReportMoney | undefined;
}

/** The scope of a printed report: shops, period, currency, and the age of its data. */
export function ReportPrintFacts({ filters, shops, report }: ReportPrintFactsProps) {
  return (
    <PrintFacts
      facts={[
        [texts.scope, chosenShop(filters, shopChoices(shops, filters))?.name ?? home.allShops],
        [texts.period, report && formatPeriod(report.period)],
        [texts.currency, report?.currency],
        [texts.asOf, report?.asOf && formats.dateTime(report.asOf, report.timeZone)],
      ]}
    />
  );
}
