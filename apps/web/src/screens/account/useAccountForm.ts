import { useRef, useState, type FormEvent } from 'react';
import { useMutation, type MutationOptions } from '../../api/queries/useMutation.ts';
import {
  validate,
  ofType,
  required,
  useFieldErrors,
  textOf,
  type FieldErrorsState,
  type FieldRules,
} from '../../forms/index.ts';
import { texts } from './texts.ts';
import { ApiError } from '../../api/index.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';

export type Values = Readonly<Record<AccountField, string>>;

export interface AccountFormOptions {
  /** The required fields, in display order. */
  readonly asks: readonly AccountField[];
  readonly send: (values: Values) => Promise<void>;
  readonly changes: MutationOptions<void, Submission, unknown>['changes'];
  readonly onDone: (values: Values) => void;
  /** Called when the provider finds the sign-in too old. */
  readonly onReauthRequired: () => void;
}

export interface AccountForm {
  readonly busy: boolean;
  /** Error above the form; null without one. */
  readonly failed: string | null;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly field: FieldErrorsState<AccountField>['field'];
}

interface Submission {
  readonly values: Values;
  readonly form: HTMLFormElement;
}

const names = ['email', 'currentPassword', 'newPassword'] as const;

const rules: Record<AccountField, FieldRules> = {
  email: { label: texts.email.label, rules: [required(), ofType('email')] },
  currentPassword: { label: texts.currentPassword, rules: [required()] },
  newPassword: { label: texts.password.newPassword, rules: [required()] },
};

/**
 * A form that changes sign-in credentials: validates, submits once, and shows errors at the field that they concern.
 */
export function useAccountForm(options: AccountFormOptions): AccountForm {
  const submittedForm = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(submittedForm, names);
  const [failed, setFailed] = useState<string | null>(null);

  const change = useMutation({
    mutationFn: ({ values }: Submission) => options.send(values),
    changes: options.changes,
    onSuccess(_, { values, form }) {
      // What was typed meanwhile is the next change.
      const shown = valuesOf(new FormData(form));
      if (names.every((name) => shown[name] === values[name])) form.reset();
      options.onDone(values);
    },
    onError(error) {
      const formError = toAccountFormError(error);
      if (formError.kind === 'too_old') options.onReauthRequired();
      else if (formError.kind === 'field') errors.show({ [formError.field]: formError.message });
      else setFailed(formError.message);
    },
  });

  return {
    busy: change.isPending,
    failed,
    submit(event) {
      event.preventDefault();
      if (change.isPending) return;
      setFailed(null);
      const form = event.currentTarget;
      const values = valuesOf(new FormData(form));
      submittedForm.current = form;
      const found = validate(values, rules);
      const requiredErrors = Object.entries(found).filter(([name]) =>
        options.asks.some((each) => each === name),
      );
      if (errors.show(Object.fromEntries(requiredErrors))) return;
      change.mutate({ values, form });
    },
    field: errors.field,
  };
}

/** Passwords are sent exactly as typed; the email address is trimmed. */
function valuesOf(data: FormData): Values {
  return {
    currentPassword: textOf(data, 'currentPassword'),
    newPassword: textOf(data, 'newPassword'),
    email: textOf(data, 'email').normalize('NFC').trim(),
  };
}

type AccountField = 'currentPassword' | 'newPassword' | 'email';

/** How the form shows a refused change: an error at a field, an error above the form, or a new sign-in. */
type AccountFormError =
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
function toAccountFormError(error: unknown): AccountFormError {
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
