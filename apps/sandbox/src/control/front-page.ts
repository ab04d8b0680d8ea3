/** The sandbox's front page: lists its shops, addresses and applications. */
import { pageStyles, escapeHtml } from '../http/html.ts';
import { formatDay } from '../local-time.ts';
import { googleApplication } from '../google/application.ts';
import { zaloApplication } from '../zalo/application.ts';
import { adAccounts } from '../facebook/ads/accounts.ts';
import { facebookApplication } from '../facebook/application.ts';
import { lazadaApplication } from '../lazada/application.ts';
import { shopeeApplication } from '../shopee/application.ts';
import { tikiApplication } from '../tiki/application.ts';
import { tiktokApplication } from '../tiktok/application.ts';
import { languageOf } from '../consent/texts.ts';
import { toolName } from '../reporting-tool/page.ts';

const frontPageTexts = {
  vi: {
    title: 'Sàn thử nghiệm',
    lead: 'Các sàn giả lập chạy trên máy này, nói đúng giao thức của sàn thật. Mọi dữ liệu đều là giả lập.',
    shops: 'Gian hàng',
    columns: ['Sàn', 'Mã', 'Tên', 'Tài khoản', 'Tiền tệ', 'Đơn hàng', 'Tệp xuất'],
    file: 'Tệp đơn hàng 30 ngày như kênh người bán xuất',
    altered: 'có sai lệch',
    address: 'Địa chỉ Lazada',
    shopee: 'Địa chỉ Shopee',
    tiki: 'Địa chỉ Tiki',
    tiktok: 'Địa chỉ TikTok Shop',
    facebook: 'Địa chỉ Facebook',
    ads: 'Tài khoản quảng cáo',
    adColumns: ['Mã', 'Tên', 'Tài khoản', 'Múi giờ', 'Tiền tệ', 'Số liệu'],
    google: 'Địa chỉ Google',
    zalo: 'Địa chỉ Zalo',
    application: 'Ứng dụng thử nghiệm',
    ledger: 'Sổ cái',
    tool: 'Công cụ báo cáo thử nghiệm',
  },
  en: {
    title: 'Marketplace sandbox',
    lead: 'Simulated marketplaces on this machine that speak the real protocols. All data is made up.',
    shops: 'Shops',
    columns: ['Marketplace', 'ID', 'Name', 'Account', 'Currency', 'Orders', 'Export'],
    file: '30 days of orders, as exported from the seller center',
    altered: 'with differences',
    address: 'Lazada address',
    shopee: 'Shopee address',
    tiki: 'Tiki address',
    tiktok: 'TikTok Shop address',
    facebook: 'Facebook address',
    ads: 'Ad accounts',
    adColumns: ['ID', 'Name', 'Account', 'Time zone', 'Currency', 'Data'],
    google: 'Google address',
    zalo: 'Zalo address',
    application: 'Test application',
    ledger: 'Ledger',
    tool: 'Sample reporting tool',
  },
} as const;

const styles = `${pageStyles}
main{max-width:1240px;margin:0 auto;padding:32px 16px}
p{color:var(--quiet);margin:6px 0 16px}
.table{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px;margin-top:12px}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{padding:10px 12px;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
tr:last-child td{border-bottom:0}
th{font-weight:500;color:var(--quiet)}
td:last-child,th:last-child{text-align:right;font-variant-numeric:tabular-nums}
td:nth-child(3),td:nth-child(4),td:last-child{white-space:normal}
td:nth-child(4){overflow-wrap:anywhere}
p code{overflow-wrap:anywhere}
code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px}
`;

/** Links to the export file as it is, and to one with a few planted discrepancies. */
function exportLinks(
  shop: Readonly<Record<string, unknown>>,
  today: number,
  texts: { readonly file: string; readonly altered: string },
): string {
  const days = `from=${formatDay(today - 30)}&to=${formatDay(today - 1)}`;
  const file = `/_sandbox/export?platform=${String(shop['platform'])}&shop=${String(shop['externalShopId'])}&${days}`;
  const plants = 'missing:1,doubled:1,amount:1,unpaid:2,zone:1,status:1';
  const link = (address: string, text: string, label: string): string =>
    `<a href="${escapeHtml(address)}" aria-label="${escapeHtml(`${label}: ${String(shop['name'])}`)}">${text}</a>`;
  return [
    link(file, 'XLSX', texts.file),
    link(`${file}&format=csv`, 'CSV', `${texts.file}, CSV`),
    link(`${file}&plant=${plants}`, texts.altered, `${texts.file}, ${texts.altered}`),
  ].join(' · ');
}

export function frontPage(
  shops: readonly Record<string, unknown>[],
  addresses: Readonly<
    Record<'lazada' | 'shopee' | 'tiki' | 'tiktok' | 'facebook' | 'google' | 'zalo', string>
  >,
  acceptLanguage: string | undefined,
  /** Shop-local day number. */
  today: number,
): string {
  const language = languageOf(undefined, acceptLanguage);
  const texts = frontPageTexts[language];
  const number = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en');
  const rows = shops.map((shop) => {
    const cells = ['platform', 'externalShopId', 'name', 'account', 'currency'].map(
      (name) => `<td>${escapeHtml(String(shop[name]))}</td>`,
    );
    const ledger = `/_sandbox/ledger?platform=${String(shop['platform'])}&shop=${String(shop['externalShopId'])}`;
    const orders = number.format(Number(shop['orders']));
    return `<tr>${cells.join('')}<td><a href="${escapeHtml(ledger)}" aria-label="${orders}, ${texts.ledger}: ${escapeHtml(String(shop['name']))}">${orders}</a></td><td>${exportLinks(shop, today, texts)}</td></tr>`;
  });
  const adRows = adAccounts.map(({ accountId, name, owner, timeZone, currency }) => {
    const cells = [accountId, name, owner.email, timeZone, currency].map(
      (text) => `<td>${escapeHtml(text)}</td>`,
    );
    const ledger = escapeHtml(`/_sandbox/ledger?platform=FACEBOOK&shop=${accountId}`);
    const label = escapeHtml(`${texts.ledger}: ${name}`);
    return `<tr>${cells.join('')}<td><a href="${ledger}" aria-label="${label}">${texts.ledger}</a></td></tr>`;
  });
  const platforms = (
    [
      [texts.address, addresses.lazada, lazadaApplication.key],
      [texts.shopee, addresses.shopee, shopeeApplication.partnerId],
      [texts.tiki, addresses.tiki, tikiApplication.clientId],
      [texts.tiktok, addresses.tiktok, tiktokApplication.appKey],
      [texts.facebook, addresses.facebook, facebookApplication.appId],
      [texts.google, addresses.google, googleApplication.clientId],
      [texts.zalo, addresses.zalo, zaloApplication.appId],
    ] as const
  ).map(([label, address, application]) => {
    const url = escapeHtml(address);
    return `<p>${label}: <a href="${url}"><code>${url}</code></a> · ${texts.application}: <code>${application}</code></p>`;
  });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
<p>${texts.lead}</p>
${platforms.join('\n')}
<p><a href="/reporting-tool">${texts.tool}: ${toolName}</a></p>
<h2>${texts.shops}</h2>
<div class="table"><table><thead><tr>${texts.columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>
<h2>${texts.ads}</h2>
<div class="table"><table><thead><tr>${texts.adColumns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead><tbody>${adRows.join('')}</tbody></table></div>
</main>
</body>
</html>
`;
}
