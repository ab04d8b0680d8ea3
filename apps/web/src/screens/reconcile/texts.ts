import { en as stages } from '../../i18n/texts/itemStages.en.ts';
import { pluralForm, pluralize } from '../../i18n/pluralize.ts';
import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

const same = (equal: string) => pluralize(equal, 'order matches', 'orders match');
const differ = (differing: string) => pluralize(differing, 'differs', 'differ');
const some = (differing: string) => pluralForm(differing, '', ', some');

export const en: typeof vi = {
  title: 'Reconciliation',
  intro:
    'Drop in the orders you exported from the seller center to see whether they match the report, order by order.',
  drop: 'Choose a file or drop it here',
  dropHelp: 'CSV or XLSX, up to 20 MB. The file is only compared, not stored.',
  choose: 'Choose a file',
  sending: 'Uploading file',
  sendingWhat: (name, share) => `${share}% of “${name}” uploaded`,
  comparing: 'Comparing',
  comparingWhat: (name) =>
    `“${name}” is uploaded and being compared, order by order. Large files can take about half a minute.`,
  rowsRead: (name, rows) => `Read ${pluralize(rows, 'row')} of “${name}”.`,
  refetched: (done, total) =>
    `The file is newer than the last sync. Checking orders that differ with the marketplace: ${done} of ${total} done.`,
  compared: (name, done, total) => `Compared ${done} of ${pluralize(total, 'order')} in “${name}”.`,
  cancel: 'Cancel reconciliation',
  cancelled: (name) => `Reconciliation of “${name}” canceled`,
  nothingKept: 'Nothing was saved. Earlier reconciliations are still there.',
  sendAgain: 'Upload this file again',
  lost: 'Connection lost',
  lostWhat: (name) =>
    `We didn’t get a response about “${name}”. The file is still selected. Check your connection and upload it again.`,
  brokenWhat:
    'Something went wrong on our side, not with your file. It’s still selected. Upload it again in a few minutes.',
  oneFile: 'You can compare one file at a time. Drop them one by one.',
  folder: (name) => `“${name}” is a folder. Open it and drop the file to compare.`,
  tooLarge: (name) => `“${name}” is larger than 20 MB. Export a shorter period and try again.`,
  allDays: 'Compare all days in the file',
  shopOfFile: 'Detect the shop from the file',
  chosen: {
    title: 'Why does the report differ from the seller center?',
    why: [
      'The report counts an order on its sale date: when placed for cash on delivery, when paid for prepaid orders. Seller centers usually use the date it was placed or delivered.',
      'GMV includes orders that were later canceled or returned. Net sales exclude those orders and your vouchers.',
      'Sales use the selling price, without shipping fees and before marketplace vouchers.',
      'The report is accurate as of the last sync, shown at the top of the dashboard.',
    ],
    exportDays: (days) =>
      `To be certain, order by order: export the orders placed ${days} from the seller center, and drop the file below.`,
    exportAny:
      'To be certain, order by order: export your orders from the seller center, and drop the file below.',
    days: (from, to) => (from === to ? `on ${from}` : `from ${from} to ${to}`),
    shops: 'Shops to compare',
    anyShop: 'Detect from file',
    clear: 'Clear selection',
  },
  refused: 'Couldn’t compare this file',
  whichShop: 'Shop for this file',
  past: 'Past reconciliations',
  caption: 'Reconciliations, newest first',
  columns: {
    file: 'File',
    period: 'Period',
    verdict: 'Result',
    differing: 'Differences',
    reconciled: 'Time',
  },
  listFailed: 'Couldn’t load reconciliations',
  onlyChosen: 'Selected shop only',
  allReconciliations: 'View all shops',
  ownReconciliations: 'View selected shop only',
  empty: 'No reconciliations yet',
  emptyOfChosen: 'No reconciliations for the selected shop yet',
  exportSteps: [
    'In the seller center, open the list of orders.',
    'Choose the order dates, keep all statuses, and export.',
    'Drop the file above. Don’t edit it or save it again in Excel.',
  ],
  by: (name) => `by ${name}`,
  stages,
  verdicts: {
    matched: 'Matched',
    explained: 'Explained',
    partial: 'Partially compared',
    maturing: 'Waiting for sync',
    mismatch: 'Mismatch',
  },
  reasons: {
    other_shop: {
      name: 'Belongs to another shop',
      what: 'The order belongs to another of your shops, so it isn’t in this shop’s report.',
    },
    still_loading: {
      name: 'Still loading',
      what: 'The period when the order was placed is still syncing. Compare again when it’s done.',
    },
    not_read_yet: {
      name: 'Not synced up to the export',
      what: 'The file is newer than the last sync, the marketplace hasn’t responded about this order yet, and the order can still change. Compare again after the next sync.',
    },
    missing_with_us: {
      name: 'Only in the file',
      what: 'This period is fully synced, but the order isn’t in the report. Check the order number on the marketplace.',
    },
    placed_after_export: {
      name: 'Placed after the export',
      what: 'The order was placed after you exported the file.',
    },
    status_left_out: {
      name: 'Status not in the file',
      what: 'The file has no orders or items with this status. It may have been filtered when you exported it.',
    },
    row_unreadable: {
      name: 'Order’s row can’t be read',
      what: 'A row in the file that can’t be read matches this order, so the file may include it. Export the file again and don’t edit it.',
    },
    missing_in_file: {
      name: 'Only in the report',
      what: 'The marketplace sent us this order, but it isn’t in the file. Open the order to see what was sent.',
    },
    counted_otherwise: {
      name: 'File calculates the amount differently',
      what: 'The amount in the file matches another way of calculating the same order, such as with or without shipping.',
    },
    changed_since: {
      name: 'Changed after the export',
      what: 'The marketplace updated the order after the file was exported.',
    },
    amount_differs: {
      name: 'Amounts differ',
      what: 'No reason was found. Open the order and compare it with the seller center.',
    },
    quantity_differs: {
      name: 'Quantities differ',
      what: 'No reason was found. Open the order and compare it with the seller center.',
    },
    status_differs: {
      name: 'Statuses differ',
      what: 'No reason was found. Open the order and compare it with the seller center.',
    },
    time_zone: {
      name: 'Different day due to time zone',
      what: 'The file uses another time zone, which puts the order on a different day.',
    },
    day_differs: {
      name: 'Order dates differ',
      what: 'No reason was found. Open the order and compare it with the seller center.',
    },
    rows_repeated: {
      name: 'Duplicated in the file',
      what: 'The order’s rows appear more than once. The report counts it once.',
    },
    not_paid: {
      name: 'Not paid yet',
      what: 'The marketplace lists the order, but it isn’t a sale until the buyer pays.',
    },
    never_paid: {
      name: 'Canceled before payment',
      what: 'The order was canceled before payment, so it was never a sale.',
    },
  },
  reconciliationTitle: (file) => `Reconciliation of ${file}`,
  of: (partner, shop) => `${partner} · ${shop}`,
  orderCounts: {
    title: 'Result by number of orders',
    compared: 'Orders compared',
    seeOrders: 'See the period’s orders',
    equal: 'Equal',
    differing: 'Different',
    explained: 'Different, explained',
    waiting: 'Waiting for sync',
    open: 'Unexplained',
    effect: (amount) => `Off by ${amount}`,
    chosen: 'Filtered by',
    leaveOut: (what) => `Remove filter: ${what}`,
  },
  sentence: {
    matched: (equal) =>
      equal === '1'
        ? 'Matched: the only order in the file matches the report.'
        : `Matched: all ${equal} orders in the file match the report.`,
    explained: (equal, differing) =>
      `${same(equal)}; ${differ(differing)}, ${pluralForm(differing, 'with', 'each with')} a reason.`,
    partial: (equal, differing) =>
      `In what could be compared, ${same(equal)}${differing === '0' ? '' : `; ${differ(differing)}, ${pluralForm(differing, 'with', 'each with')} a reason`}.`,
    maturing: (equal, differing) =>
      `${same(equal)}; ${differ(differing)}${some(differing)} because the sync isn’t finished.`,
    mismatch: (equal, differing) =>
      `${same(equal)}; ${differ(differing)}${some(differing)} without a known reason.`,
    other: (equal, differing) => `${same(equal)}; ${differ(differing)}.`,
  },
  period: (from, to) => `Orders placed from ${from} to ${to}`,
  asOf: (time) => `synced up to ${time}`,
  outside: (count, all) =>
    `${count} of ${pluralize(all, 'order')} in the file ${pluralForm(count, 'was', 'were')} placed on other days and ${pluralForm(count, 'isn’t', 'aren’t')} compared`,
  outsideWhat: 'Only the selected days were compared.',
  exported: (time) => `file exported ${time}`,
  ordersRefetched: (count) => `${pluralize(count, 'order')} refetched from the marketplace`,
  monthFirst: 'dates in the file are month first',
  totals: 'File and report totals',
  totalsWhat: 'Each row is a different way to calculate order value. The report only counts sales.',
  totalsColumns: {
    variant: 'Calculation',
    file: 'File',
    ours: 'Report',
    difference: 'Difference',
    equal: 'Matching orders',
  },
  variants: {
    S1: 'Total paid by buyers (S1)',
    S2: 'Selling price less shop vouchers (S2)',
    Z1: 'Selling price (Z1)',
    Z2: 'Selling price less seller discounts (Z2)',
    T1: 'Total paid by buyers (T1)',
    T2: 'Paid by buyers for items (T2)',
    K1: 'Selling price (K1)',
  },
  ofOrders: (equal, compared) => `${equal} / ${compared}`,
  differences: 'Differences by reason',
  differencesCaption: 'Orders that differ between the file and the report',
  all: 'All',
  filter: 'Reason',
  orderColumns: {
    order: 'Order',
    reason: 'Reason',
    file: 'In the file',
    ours: 'In the report',
    effect: 'Difference',
  },
  units: (count) => pluralize(count, 'unit'),
  notAllListed: (listed, all) =>
    `There are ${all} differences. ${listed} ${pluralForm(listed, 'is', 'are')} listed here and in the download. Totals and counts include all of them. Reconcile shorter periods to see every one.`,
  download: 'Download CSV',
  fileName: (period) => `reconciliation-${period}.csv`,
  differencesFailed: 'Couldn’t load orders',
  none: 'No orders differ',
  noneWhat: 'Every order in the file matches the report, and the report has no other orders.',
  nonePartly:
    'Everything that could be compared matches the report. What couldn’t is listed above.',
  notCompared: {
    title: 'Part of the file wasn’t compared',
    statuses: (count) =>
      `Status of ${pluralize(count, 'order')}: missing from the file, or not recognized.`,
    unknownStatuses: (statuses) => `Unrecognized statuses: ${statuses}.`,
    quantities: (count) =>
      `Quantities of ${pluralize(count, 'order')}: the file has no quantity column.`,
    rows: (count) => `${pluralize(count, 'row')} that can’t be read:`,
    row: (row, column) => `row ${row} (column “${column}”)`,
    moreRows: (count) => `and ${count} more`,
  },
  missing: 'Reconciliation not found',
  missingWhy: 'The address may be incomplete, or the reconciliation belongs to another team.',
  back: 'Back to reconciliations',
  failed: 'Couldn’t load the reconciliation',
  again: 'Compare another file',
};

export const texts = language === 'en' ? en : vi;
