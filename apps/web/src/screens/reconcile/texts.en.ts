import { pluralize } from '../../i18n/pluralize.ts';
import type { ReconcileTexts } from './texts.vi.ts';

const same = (equal: string) => pluralize(equal, 'order is the same', 'orders are the same');
const differ = (differing: string) => pluralize(differing, 'differs', 'differ');
const some = (differing: string) => (differing === '1' ? '' : ', some');

export const en: ReconcileTexts = {
  title: 'Reconcile',
  intro:
    'Drop the orders that you exported from the seller centre, and see whether the report says the same, order by order.',
  drop: 'Choose a file or drop it here',
  dropHelp: 'CSV or XLSX, 20 MB at most. The file is compared and not kept.',
  choose: 'Choose a file',
  sending: 'Sending the file',
  sendingWhat: (name, share) => `${share}% of “${name}” sent`,
  comparing: 'Comparing',
  comparingWhat: (name) =>
    `“${name}” has arrived and is being compared, order by order. A large file can take half a minute.`,
  rowsRead: (name, rows) => `${pluralize(rows, 'row')} of “${name}” read.`,
  refetched: (done, total) =>
    `The file is newer than the last synchronisation: the marketplace is asked about the orders that differ, ${done} of ${total} read.`,
  compared: (name, done, total) => `${done} of ${pluralize(total, 'order')} of “${name}” compared.`,
  cancel: 'Cancel the check',
  cancelled: (name) => `Checking “${name}” was cancelled`,
  nothingKept: 'Nothing was kept. Earlier checks are as they were.',
  sendAgain: 'Send this file again',
  lost: 'The connection was lost',
  lostWhat: (name) =>
    `No answer came about “${name}”. The file is still chosen: check your connection and send it again.`,
  brokenWhat:
    'Something failed on our side, not in the file. It is still chosen: send it again in a few minutes.',
  oneFile: 'One file is compared at a time. Drop them one by one.',
  tooLarge: (name) => `“${name}” is larger than 20 MB. Export a shorter period and try again.`,
  allDays: 'Compare all days of the file',
  shopOfFile: 'Let the file tell the shop',
  chosen: {
    title: 'Why do the figures differ from the seller centre?',
    why: [
      'The report counts an order on the day it became a sale: cash on delivery when it was placed, prepaid when it was paid. Seller centres usually go by the day it was placed or delivered.',
      'GMV includes orders that were cancelled or returned later; net sales leave them out, and your vouchers too.',
      'Sales are at the selling price, without shipping fees and before the marketplace’s vouchers.',
      'The report is right as of the last synchronisation, which stands at the top of the dashboard.',
    ],
    exportDays: (days) =>
      `To know for certain, order by order: in the seller centre, export the orders placed ${days}, and drop the file below.`,
    exportAny:
      'To know for certain, order by order: in the seller centre, export the orders, and drop the file below.',
    days: (from, to) => (from === to ? `on ${from}` : `from ${from} to ${to}`),
    shops: 'Shops to be compared',
    anyShop: 'As the file tells',
    clear: 'Clear the choice',
  },
  refused: 'This file could not be compared',
  whichShop: 'Shop of the file',
  past: 'Checks',
  caption: 'Checks, the newest first',
  columns: {
    file: 'File',
    period: 'Period',
    verdict: 'Result',
    differing: 'Differing',
    checked: 'When',
  },
  listFailed: 'The checks could not be loaded',
  onlyChosen: 'Of the chosen shop only',
  allChecks: 'See those of all shops',
  ownChecks: 'Only those of the chosen shop',
  empty: 'No checks yet',
  emptyOfChosen: 'No checks of the chosen shop yet',
  emptyWhy: 'Export your orders from the seller centre and drop the file above.',
  pages: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  pageOf: (page) => `Page ${page}`,
  by: (name) => `by ${name}`,
  stages: {
    unpaid: 'Unpaid',
    to_ship: 'To ship',
    shipping: 'Shipping',
    delivered: 'Delivered',
    completed: 'Completed',
    cancelled: 'Cancelled',
    failed_delivery: 'Delivery failed',
    unknown: 'Unknown',
  },
  verdicts: {
    matched: 'Matched',
    explained: 'Explained',
    partial: 'Partly compared',
    maturing: 'Maturing',
    mismatch: 'Mismatch',
  },
  reasons: {
    other_shop: {
      name: 'Order of another shop',
      what: 'The order belongs to another shop of yours, and is not in this shop’s report.',
    },
    still_loading: {
      name: 'Loading',
      what: 'The time in which the order was placed is being synchronised. Compare again when that is done.',
    },
    not_read_yet: {
      name: 'Not synchronised up to the export',
      what: 'The file is newer than the last synchronisation, the marketplace has not answered about the order yet, and the order can still change. Compare again after the next one.',
    },
    missing_with_us: {
      name: 'Only in the file',
      what: 'This time is synchronised completely and the report lacks the order. Check its number at the marketplace.',
    },
    placed_after_export: {
      name: 'Placed after the export',
      what: 'The order was placed after you exported the file.',
    },
    status_left_out: {
      name: 'Status left out of the file',
      what: 'The file holds no order or line of this status: it may have been filtered when it was exported.',
    },
    row_unreadable: {
      name: 'The order’s row cannot be read',
      what: 'A row of the file that cannot be read fits this order, so the file may hold it. Export the file again and do not change it.',
    },
    missing_in_file: {
      name: 'Only in the report',
      what: 'The marketplace sent us this order, and the file lacks it. Open the order to see what was sent.',
    },
    counted_otherwise: {
      name: 'The file counts another amount',
      what: 'The amount in the file equals another way to count the same order, such as with or without shipping.',
    },
    changed_since: {
      name: 'Changed after the export',
      what: 'The marketplace changed the order after the file was exported.',
    },
    amount_differs: {
      name: 'The amounts differ',
      what: 'No reason was found. Open the order and compare it with the seller centre.',
    },
    quantity_differs: {
      name: 'The quantities differ',
      what: 'No reason was found. Open the order and compare it with the seller centre.',
    },
    status_differs: {
      name: 'The statuses differ',
      what: 'No reason was found. Open the order and compare it with the seller centre.',
    },
    time_zone: {
      name: 'Another day by the time zone',
      what: 'The file gives its times in another time zone, which puts the order on another day.',
    },
    day_differs: {
      name: 'The days differ',
      what: 'No reason was found. Open the order and compare it with the seller centre.',
    },
    rows_repeated: {
      name: 'Repeated in the file',
      what: 'The rows of the order come more than once. The report counts it once.',
    },
    not_paid: {
      name: 'Not paid yet',
      what: 'The marketplace lists the order, but it is no sale before the buyer has paid.',
    },
    never_paid: {
      name: 'Cancelled before it was paid',
      what: 'The order was cancelled unpaid, and never was a sale.',
    },
  },
  checkTitle: (file) => `Check of ${file}`,
  of: (partner, shop) => `${partner} · ${shop}`,
  sentence: {
    matched: (equal) =>
      equal === '1'
        ? 'Matched: the one order of the file is the same in the report.'
        : `Matched: all ${equal} orders of the file are the same in the report.`,
    explained: (equal, differing) =>
      `${same(equal)}; ${differ(differing)}, ${differing === '1' ? 'with' : 'each with'} a reason.`,
    partial: (equal, differing) =>
      `Where the file could be compared, ${same(equal)}${differing === '0' ? '' : `; ${differ(differing)}, ${differing === '1' ? 'with' : 'each with'} a reason`}.`,
    maturing: (equal, differing) =>
      `${same(equal)}; ${differ(differing)}${some(differing)} because synchronisation is not done.`,
    mismatch: (equal, differing) =>
      `${same(equal)}; ${differ(differing)}${some(differing)} without a known reason.`,
  },
  period: (from, to) => `Orders placed from ${from} to ${to}`,
  asOf: (time) => `synchronised up to ${time}`,
  outside: (count, all) =>
    `${count} of ${pluralize(all, 'order')} in the file ${count === '1' ? 'was' : 'were'} placed on other days, and ${count === '1' ? 'is' : 'are'} not compared`,
  outsideWhat: 'Only the chosen days were checked.',
  exported: (time) => `file made ${time}`,
  readAgain: (count) => `${pluralize(count, 'order')} read again from the marketplace`,
  monthFirst: 'dates in the file have the month first',
  totals: 'Totals of the file and of the report',
  totalsWhat: 'Each row is a way to count what orders are worth. The report counts sales only.',
  totalsColumns: {
    variant: 'Counted as',
    file: 'File',
    ours: 'Report',
    difference: 'Difference',
    equal: 'Equal orders',
  },
  variants: {
    S1: 'What buyers pay in all (S1)',
    S2: 'Price less shop vouchers (S2)',
    Z1: 'Price (Z1)',
    Z2: 'Price less seller discounts (Z2)',
    T1: 'What buyers pay in all (T1)',
    T2: 'What buyers pay for the goods (T2)',
    K1: 'Price (K1)',
  },
  ofOrders: (equal, compared) => `${equal} / ${compared}`,
  differences: 'Differing orders by reason',
  differencesCaption: 'Orders about which the file and the report differ',
  all: (count) => `All (${count})`,
  withCount: (name, count) => `${name} (${count})`,
  filter: 'Reason',
  orderColumns: {
    order: 'Order',
    reason: 'Reason',
    file: 'In the file',
    ours: 'In the report',
    effect: 'Difference',
  },
  pieces: (count) => pluralize(count, 'piece'),
  notAllListed: (listed, all) =>
    `There are ${all} differences; ${listed} of them are listed here and in the file. Totals and counts take in all of them. Check shorter periods to see every one.`,
  download: 'Download as CSV',
  fileName: (period) => `reconciliation-${period}.csv`,
  differencesFailed: 'The orders could not be loaded',
  none: 'No order differs',
  noneWhat: 'Every order of the file is the same in the report, and the report has none besides.',
  nonePartly: 'What could be compared is the same in the report. What could not stands above.',
  notCompared: {
    title: 'Part of the file was not compared',
    statuses: (count) =>
      `The status of ${pluralize(count, 'order')}: the file has none, or words that are not known here.`,
    unknownStatuses: (statuses) => `Statuses that are not known here: ${statuses}.`,
    quantities: (count) =>
      `The quantities of ${pluralize(count, 'order')}: the file has no column of them.`,
    rows: (count) => `${pluralize(count, 'row')} that cannot be read:`,
    row: (row, column) => `row ${row} (column “${column}”)`,
    moreRows: (count) => `and ${count} more`,
  },
  missing: 'This check was not found',
  missingWhy: 'The address may be incomplete, or the check belongs to another team.',
  back: 'To the checks',
  failed: 'The check could not be loaded',
  again: 'Compare another file',
};
