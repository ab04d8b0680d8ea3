/** The pages of the sandbox's reporting tool: the home page, and the page to which sellers return. */
import { pageStyles, escapeHtml } from '../http/html.ts';
import { languageOf } from '../consent/texts.ts';

const pageTexts = {
  vi: {
    home: 'Báo cáo bán hàng của bạn',
    empty:
      'Công cụ báo cáo này chưa có dữ liệu. Bấm nút dưới đây để sang Seller Connect liên kết gian hàng, rồi quay lại.',
    connect: 'Liên kết gian hàng',
    back: 'Bạn đã quay lại',
    linked: 'Seller Connect đã đưa bạn về đúng địa chỉ mà công cụ báo cáo này yêu cầu.',
    again: 'Liên kết thêm gian hàng',
    failed: 'Chưa tạo được liên kết giới thiệu',
    why: (status: string) =>
      `Seller Connect trả lời: ${status}. Hãy kiểm tra xem ứng dụng đã chạy chưa rồi thử lại.`,
    note: 'Đây là một công cụ báo cáo giả lập của môi trường thử nghiệm.',
  },
  en: {
    home: 'Your sales reports',
    empty:
      'This reporting tool has no data yet. Use the button below to go to Seller Connect, connect your shops, and come back.',
    connect: 'Connect shops',
    back: 'Welcome back',
    linked: 'Seller Connect sent you back to the exact address this reporting tool requested.',
    again: 'Connect more shops',
    failed: 'Couldn’t create the refer link',
    why: (status: string) =>
      `Seller Connect responded: ${status}. Check that the application is running, then try again.`,
    note: 'This is a simulated reporting tool in the sandbox.',
  },
} as const;

const styles = `${pageStyles}
main{max-width:560px;margin:0 auto;padding:48px 16px;display:grid;gap:16px}
.name{font-weight:600;color:var(--brand)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:24px;display:grid;gap:16px;justify-items:start}
.quiet{color:var(--quiet);font-size:14px}
button{font:600 15px/1.4 inherit;font-family:inherit;color:var(--on-brand);background:var(--brand);border:0;border-radius:6px;min-height:44px;padding:0 20px;cursor:pointer}
`;

export type ToolPageState =
  | { readonly page: 'home' | 'back' }
  | { readonly page: 'failed'; readonly status: string };

export const toolName = 'Sổ Bán Hàng';

export function renderToolPage(state: ToolPageState, acceptLanguage: string | undefined): string {
  const language = languageOf(undefined, acceptLanguage);
  const texts = pageTexts[language];
  const title = { home: texts.home, back: texts.back, failed: texts.failed }[state.page];
  const lead =
    state.page === 'failed'
      ? texts.why(state.status)
      : { home: texts.empty, back: texts.linked }[state.page];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${toolName}</title>
<style>${styles}</style>
</head>
<body>
<main>
<p class="name">${toolName}</p>
<div class="card">
<h1>${title}</h1>
<p>${escapeHtml(lead)}</p>
<form method="post" action="/reporting-tool/connect"><button>${state.page === 'back' ? texts.again : texts.connect}</button></form>
</div>
<p class="quiet">${texts.note}</p>
</main>
</body>
</html>
`;
}
