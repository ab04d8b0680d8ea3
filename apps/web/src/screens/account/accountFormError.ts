import { ApiError } from '../../api/index.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import { texts } from './texts.ts';

export type AccountField = 'currentPassword' | 'newPassword' | 'email';

/** How the form shows a refused change: an error at a field, an error above the form, or a new sign-in. */
export type AccountFormError =
  | { readonly kind: 'field'; readonly field: AccountField; readonly message: string }
  | { readonly kind: 'form'; readonly message: string }
  | { readonly kind: 'too_old' };

const fieldOf: ReadonlyMap<string, AccountField> = new Map([
  ['wrong_password', 'currentPassword'],
  ['password_too_short', 'newPassword'],
  ['password_too_long', 'newPassword'],
  ['password_common', 'newPassword'],
  ['password_personal', 'newPassword'],
]);

/** Maps a failed change to a form error. The provider’s messages are already in the page’s language. */
export function toAccountFormError(error: unknown): AccountFormError {
  if (!(error instanceof ApiError) || error.serverMessage === null) {
    return { kind: 'form', message: texts.failed };
  }
  if (error.code === 'fresh_sign_in_required') return { kind: 'too_old' };
  if (error.code === 'validation' && 'email' in error.details) {
    return { kind: 'field', field: 'email', message: formMessages.type.email(texts.email.label) };
  }
  const field = fieldOf.get(error.code);
  return field
    ? { kind: 'field', field, message: error.serverMessage }
    : { kind: 'form', message: error.serverMessage };
}
