/** The consent page: plain HTML that works without script, on a phone, light and dark. */
import { pageStyles, escapeHtml } from '../http/html.ts';
import type { SellerAccount, ShopInfo } from '../world/shops/shops.ts';
import { consentTexts } from './texts.ts';
import type { Failure, Language } from './texts.ts';

const styles = `${pageStyles}
main{max-width:560px;margin:0 auto;padding:32px 16px 48px}
.top{display:flex;align-items:center;justify-content:space-between;gap:12px;margin-bottom:16px}
.mark{display:flex;align-items:center;gap:10px;font-weight:600}
.mark span{display:grid;place-items:center;width:28px;height:28px;border-radius:8px;background:var(--brand);color:var(--on-brand);font-size:15px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:24px}
.lead{color:var(--quiet);margin-top:6px}
.note{background:var(--note);color:var(--note-text);border-radius:6px;padding:10px 12px;margin-top:16px;font-size:14px}
section{margin-top:24px}
fieldset{border:0;margin:16px 0 0;padding:0;min-width:0}
legend{padding:0;margin-bottom:6px;color:var(--quiet);font-size:13px}
legend b{color:var(--text);font-weight:600}
.shop{position:relative;display:grid;grid-template-columns:20px 1fr auto;gap:2px 12px;align-items:center;padding:11px 12px;border:1px solid var(--line);border-radius:8px;margin-top:8px}
.shop:hover{border-color:var(--field)}
.shop:has(input:checked){border-color:var(--brand);background:color-mix(in srgb,var(--brand) 8%,var(--card))}
.shop:has(input:focus-visible){outline:2px solid var(--brand);outline-offset:2px}
.shop input{position:relative;z-index:1;margin:0;width:18px;height:18px;accent-color:var(--brand);outline:none}
.shop label{font-weight:500;cursor:pointer}
.shop label::after{content:"";position:absolute;inset:0}
.shop small{color:var(--quiet);font-size:13px;font-variant-numeric:tabular-nums;text-align:right}
ul{margin:8px 0 0;padding-left:20px}
li{margin-top:4px}
.never{color:var(--quiet);margin-top:8px}
.bad{color:var(--bad);font-weight:500;margin-top:8px}
.actions{display:flex;gap:12px;margin-top:28px}
button{font:inherit;font-weight:600;min-height:44px;padding:0 20px;border-radius:6px;cursor:pointer;border:1px solid var(--field);background:transparent;color:var(--text)}
button.primary{flex:1;border-color:var(--brand);background:var(--brand);color:var(--on-brand)}
@media (max-width:440px){main{padding:16px 12px 32px}.card{padding:18px 16px}.shop{grid-template-columns:20px 1fr}.shop small{grid-column:2;text-align:left}.actions{flex-direction:column}}
`;

/** Colors of the marketplaces in light and dark, so that no page looks like another's; white and dark text is readable. */
const colors = {
  Lazada: ['#3a37c9', '#a5abff'],
  Shopee: ['#c03817', '#ff9a7a'],
  Tiki: ['#0a6bab', '#6cc3f7'],
  'TikTok Shop': ['#161823', '#e8eaf0'],
  Facebook: ['#1068d8', '#8ab6ff'],
} as const;

export interface Marketplace {
  readonly name: keyof typeof colors;
  /** One letter. */
  readonly mark: string;
  /** Path of the page. */
  readonly path: string;
  /** False if the API has neither returns nor payouts. */
  readonly hasMoney?: boolean;
}

interface ConsentShop {
  readonly info: ShopInfo;
  readonly orders: number;
}

interface ConsentView {
  readonly language: Language;
  readonly application: string;
  /** Parameters of the request, carried through the form. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly shops: readonly ConsentShop[];
  /** Form value for all shops of a seller at once, by the email address of the account. */
  readonly mainAccounts?: ReadonlyMap<string, string>;
  /** The seller agreed without choosing a shop. */
  readonly unchosen: boolean;
}

/** Returns the layout of a consent page around `content`. */
export function consentLayout(
  marketplace: Marketplace,
  language: Language,
  title: string,
  aside: string,
  content: string,
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${styles}${brandStyles(marketplace)}</style>
</head>
<body>
<main>
<div class="top"><div class="mark"><span aria-hidden="true">${marketplace.mark}</span>${marketplace.name} sandbox</div>${aside}</div>
<div class="card">${content}</div>
</main>
</body>
</html>
`;
}

function brandStyles({ name }: Marketplace): string {
  const [light, dark] = colors[name];
  return `:root{--brand:${light}}@media (prefers-color-scheme:dark){:root{--brand:${dark}}}`;
}

function shopRow({ info, orders }: ConsentShop, language: Language): string {
  const id = `shop-${info.externalShopId}`;
  const texts = consentTexts[language];
  const origin = info.replayOf === null ? '' : `${texts.replayed(info.replayOf)} · `;
  return `<div class="shop"><input type="radio" name="shop" required id="${id}" value="${info.externalShopId}" aria-describedby="${id}-about"><label for="${id}">${escapeHtml(info.name)}</label><small id="${id}-about">${escapeHtml(origin)}${texts.orders(orders)} · ${escapeHtml(info.currency)}</small></div>`;
}

/** Returns the choice for all shops of an account, for marketplaces with main accounts. */
function mainRow(value: string, count: number, language: Language): string {
  const texts = consentTexts[language];
  return `<div class="shop"><input type="radio" name="shop" required id="${value}" value="${value}" aria-describedby="${value}-about"><label for="${value}">${texts.allShops(count)}</label><small id="${value}-about">${texts.mainAccount}</small></div>`;
}

function accountGroup(account: SellerAccount, view: ConsentView): string {
  const rows = view.shops.filter(({ info }) => info.account.email === account.email);
  const main = view.mainAccounts?.get(account.email);
  const all = main === undefined ? '' : mainRow(main, rows.length, view.language);
  return `<fieldset><legend><b>${escapeHtml(account.owner)}</b> · ${escapeHtml(account.email)}</legend>${rows.map((row) => shopRow(row, view.language)).join('')}${all}</fieldset>`;
}

export function consentPage(marketplace: Marketplace, view: ConsentView): string {
  const texts = consentTexts[view.language];
  const other: Language = view.language === 'vi' ? 'en' : 'vi';
  const query = new URLSearchParams(Object.fromEntries(view.parameters));
  query.set('lang', other);
  const accounts = new Map(view.shops.map(({ info }) => [info.account.email, info.account]));
  const hidden = view.parameters
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const choice =
    view.shops.length === 0
      ? `<p class="bad">${texts.none}</p>`
      : [...accounts.values()].map((account) => accountGroup(account, view)).join('');
  const reads =
    marketplace.hasMoney === false ? texts.readList : [...texts.readList, ...texts.readMoney];
  const aside = `<a href="${marketplace.path}?${escapeHtml(query.toString())}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>`;
  const agree =
    view.shops.length === 0
      ? ''
      : `<button class="primary" name="decision" value="agree">${texts.agree}</button>`;
  return consentLayout(
    marketplace,
    view.language,
    texts.title(view.application, marketplace.name),
    aside,
    `<h1>${escapeHtml(texts.heading(view.application))}</h1>
<p class="lead">${texts.lead}</p>
<p class="note">${texts.sandbox}</p>
<form method="post" action="${marketplace.path}">${hidden}
<section aria-labelledby="choose"><h2 id="choose">${texts.choose}</h2><p class="never">${view.mainAccounts ? texts.chooseHelpMain : texts.chooseHelp}</p>${view.unchosen ? `<p class="bad" role="alert">${texts.unchosen}</p>` : ''}${choice}</section>
<section aria-labelledby="reads"><h2 id="reads">${escapeHtml(texts.reads(view.application))}</h2><ul>${reads.map((entry) => `<li>${entry}</li>`).join('')}</ul><p class="never">${texts.never}</p></section>
<div class="actions">${agree}<button name="decision" value="refuse" formnovalidate>${texts.cancel}</button></div>
</form>`,
  );
}

export function failurePage(
  marketplace: Marketplace,
  language: Language,
  failure: Failure,
): string {
  const texts = consentTexts[language];
  return consentLayout(
    marketplace,
    language,
    texts.failureHeading,
    '',
    `<h1>${texts.failureHeading}</h1><p class="bad">${texts.failures[failure]}</p><p class="lead">${texts.failureHelp}</p>`,
  );
}
