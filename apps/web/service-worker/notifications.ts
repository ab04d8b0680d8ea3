/** What a push message of the server shows, and which screen it opens. */

export interface PushNotification {
  readonly title: string;
  readonly options: NotificationOptions & { readonly data: { readonly path: string } };
}

/** Shown for a message that has another form, because browsers end the messages of a site that shows nothing. */
const unknownMessage = { title: 'Seller Connect', text: '', path: '/' };

/** Returns the notification of a message, whose form `send-push.ts` of the server decides. */
export function parsePush(text: string, icon: string): PushNotification {
  const { title, text: body, path, language, tag } = parseObject(text);
  const isKnown = isText(title) && isText(path);
  const message = isKnown ? { title, text: isText(body) ? body : '', path } : unknownMessage;
  return {
    title: message.title,
    options: {
      body: message.text,
      icon,
      data: { path: toOwnPath(message.path) },
      ...(isText(language) && { lang: language }),
      ...(isText(tag) && { tag }),
    },
  };
}

/** Returns the path that the clicked notification opens. */
export function pathOf(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : null;
  return isText(path) ? toOwnPath(path) : '/';
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** `//host` would lead to another origin, also with tabs and newlines in it, which the URL parser skips. */
const toOwnPath = (path: string) => (/^\/(?!\s*[/\\])/.test(path) ? path : '/');
