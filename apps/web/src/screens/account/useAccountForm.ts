import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { refusalOf, type AccountField } from './refusal.ts';

export type Values = Readonly<Record<AccountField, string>>;
type Errors = Partial<Record<AccountField, string>>;

export interface AccountFormOptions {
  /** Words for each field that has to be filled in. */
  readonly required: Errors;
  readonly send: (values: Values) => Promise<void>;
  readonly onDone: (values: Values, form: HTMLFormElement) => void;
  /** The provider finds the sign-in too old. */
  readonly onTooOld: () => void;
}

export interface AccountForm {
  readonly busy: boolean;
  /** Words above the form; null when there is nothing to say. */
  readonly failed: string | null;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly field: (name: AccountField) => {
    name: AccountField;
    error: string | null;
    onInput: () => void;
  };
}

interface Sending {
  readonly values: Values;
  readonly form: HTMLFormElement;
}

const names = ['currentPassword', 'newPassword', 'email'] as const;

/** A form that changes how the person signs in: checks, sends once, and puts refusals where they belong. */
export function useAccountForm(options: AccountFormOptions): AccountForm {
  const [errors, setErrors] = useState<Errors>({});
  const [failed, setFailed] = useState<string | null>(null);

  function show(found: Errors, form: HTMLFormElement) {
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    const field = first && form.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  const change = useMutation({
    mutationFn: ({ values }: Sending) => options.send(values),
    onSuccess: (_, { values, form }) => options.onDone(values, form),
    onError(error, { form }) {
      const refusal = refusalOf(error);
      if (refusal.kind === 'too_old') options.onTooOld();
      else if (refusal.kind === 'field') show({ [refusal.field]: refusal.message }, form);
      else setFailed(refusal.message);
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
      const missing = Object.entries(options.required).filter(
        ([name]) => values[asField(name)] === '',
      );
      if (missing.length > 0) return show(Object.fromEntries(missing), form);
      setErrors({});
      change.mutate({ values, form });
    },
    field: (name) => ({
      name,
      error: errors[name] ?? null,
      onInput: () => {
        if (errors[name] === undefined) return;
        setErrors(Object.fromEntries(Object.entries(errors).filter(([each]) => each !== name)));
      },
    }),
  };
}

const asField = (name: string): AccountField =>
  names.find((each) => each === name) ?? 'currentPassword';

/** A password is taken as it was typed; an address without the blanks around it. */
function valuesOf(data: FormData): Values {
  const given = (name: AccountField) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    currentPassword: given('currentPassword'),
    newPassword: given('newPassword'),
    email: given('email').normalize('NFC').trim(),
  };
}
