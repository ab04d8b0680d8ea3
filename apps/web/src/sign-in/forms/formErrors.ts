import { isFormError, type PageState } from '../pages.ts';
import type { SignInTexts } from '../texts.vi.ts';
import type { SubmitOutcome } from './submitForm.ts';

export type FieldName = 'name' | 'email' | 'password';
type FailedOutcome = Extract<SubmitOutcome, { kind: 'failed' }>;
/** Messages of a form as a whole and of its fields. */
export type FormErrors = { readonly whole: string | null } & Readonly<
  Record<FieldName, string | null>
>;

export const noErrors: FormErrors = { whole: null, name: null, email: null, password: null };

/** Assigns a failure to its field, or to the whole form. */
export function toFormErrors(failure: FailedOutcome, texts: SignInTexts): FormErrors {
  const { code, retryAfterSeconds, fields } = failure;
  const { forms } = texts;
  switch (code) {
    case 'rate_limited':
      return {
        ...noErrors,
        whole:
          retryAfterSeconds === null
            ? texts.errors.rate_limited
            : texts.rateLimitedFor(retryAfterSeconds),
      };
    case 'unavailable':
    case 'server_error':
    case 'google_cancelled':
    case 'google_embedded':
    case 'google_prove':
    case 'google_unavailable':
    case 'unlock_needed':
    case 'interaction_expired':
      return { ...noErrors, whole: texts.errors[code] };
    case 'validation': {
      const at = (name: FieldName) => (fields[name] === undefined ? null : forms.missing[name]);
      const email = fields['email'] === 'invalid' ? forms.invalidEmail : at('email');
      const errors = { ...noErrors, name: at('name'), email, password: at('password') };
      const anywhere = errors.name ?? errors.email ?? errors.password;
      return anywhere === null ? { ...noErrors, whole: forms.errors.validation } : errors;
    }
    case 'link_expired':
    case 'change_expired':
    case 'email_taken':
    case 'mail_unavailable':
    case 'privacy_outdated':
      return { ...noErrors, whole: forms.errors[code] };
    case 'invalid_credentials':
    case 'password_too_short':
    case 'password_too_long':
    case 'password_common':
    case 'password_personal':
      return { ...noErrors, password: forms.errors[code] };
  }
}

/** Returns the failure with which a page was opened after a submission without JavaScript. */
export function failureOf(pageState: PageState | null): FailedOutcome | null {
  if (!isFormError(pageState)) return null;
  return { kind: 'failed', code: pageState, retryAfterSeconds: null, fields: {} };
}
