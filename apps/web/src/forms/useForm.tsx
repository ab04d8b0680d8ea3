import { Banner } from '@seller-connect/ui';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { ApiError } from '../api/client/apiError.ts';
import { useMutation, type MutationOptions } from '../api/queries/useMutation.ts';
import { formMessages } from '../i18n/texts/formMessages.ts';
import {
  formErrorMessage,
  toFieldErrors,
  useFieldErrors,
  type FieldErrorsState,
} from './useFieldErrors.ts';
import type { FieldErrors } from './validate.ts';

export interface FormErrors<Field extends string> extends FieldErrorsState<Field> {
  /** Error of the last submission that concerns no field; null without one. */
  readonly failed: string | null;
  /** Shows a failed submission at the fields that it concerns, otherwise above them. */
  showFailure(error: unknown): void;
  /** Returns the props of a form that submits once at a time, and only valid values. */
  propsOf(submission: Submission<Field>): ComponentProps<'form'>;
}

export interface Submission<Field extends string> {
  readonly busy: boolean;
  readonly validate: (data: FormData) => FieldErrors<Field>;
  readonly send: (data: FormData) => void;
}

/** Manages the errors of a form that is sent to the server. */
export function useFormErrors<Field extends string>(
  fields: readonly Field[],
  errorsOf = (failure: ApiError) => toFieldErrors(failure, fields),
): FormErrors<Field> {
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const [failed, setFailed] = useState<string | null>(null);
  return {
    ...errors,
    failed,
    showFailure(error) {
      if (error instanceof ApiError && errors.show(errorsOf(error))) return;
      setFailed(formErrorMessage(error));
    },
    clear() {
      errors.clear();
      setFailed(null);
    },
    propsOf: ({ busy, validate, send }) => ({
      ref: form,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (busy) return;
        setFailed(null);
        const data = new FormData(event.currentTarget);
        if (!errors.show(validate(data))) send(data);
      },
    }),
  };
}

export interface FormOptions<Field extends string, Data> extends Pick<
  MutationOptions<Data, FormData, unknown>,
  'changes' | 'onSuccess'
> {
  /** Names of the form's elements in visual order. */
  readonly fields: readonly Field[];
  readonly validate: (data: FormData) => FieldErrors<Field>;
  readonly send: (data: FormData) => Promise<Data>;
  /** Maps the server's errors to fields; by default to those of the same name. */
  readonly errorsOf?: (failure: ApiError) => FieldErrors<Field>;
  /** Handles a failure in place of the form. Returns whether it did. */
  readonly onError?: (error: Error) => boolean;
  /**
   * Closes the form after it was sent. Not called if something was entered meanwhile, which would be lost, or if the form
   * is gone.
   */
  readonly onClose?: (data: Data) => void;
}

/** A form that validates its values, sends them as a mutation and shows what is wrong with them. */
export function useForm<Field extends string, Data>(options: FormOptions<Field, Data>) {
  const { fields, validate, send, errorsOf, onSuccess, onError, onClose, ...rest } = options;
  const errors = useFormErrors(fields, errorsOf);
  const isSentAsShown = useRef(false);
  // A late response must not close the form that was opened after this one.
  useEffect(() => () => void (isSentAsShown.current = false), []);
  const sending = useMutation({
    ...rest,
    mutationFn(data: FormData) {
      isSentAsShown.current = true;
      return send(data);
    },
    onSuccess(...args) {
      onSuccess?.(...args);
      if (isSentAsShown.current) onClose?.(args[0]);
    },
    onError(error) {
      if (!onError?.(error)) errors.showFailure(error);
    },
  });
  return {
    ...errors,
    busy: sending.isPending,
    isSent: sending.isSuccess,
    props: {
      ...errors.propsOf({ busy: sending.isPending, validate, send: sending.mutate }),
      onChange() {
        isSentAsShown.current = false;
      },
    },
  };
}

/** Errors above the fields: how many there are, and what concerns none of them. */
export function FormMessages({ form }: { readonly form: FormErrorSummary }) {
  return (
    <>
      {form.count > 1 && (
        <Banner tone="negative" announced title={formMessages.several(form.count)} />
      )}
      {form.failed !== null && <Banner tone="negative" announced title={form.failed} />}
    </>
  );
}

type FormErrorSummary = Pick<FormErrors<string>, 'count' | 'failed'>;
