import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton, PasswordField, TextField, TextLink } from '@seller-connect/ui';
import { FormConfirmation } from './FormConfirmation.tsx';
import { OtherSignInMethods } from './OtherSignInMethods.tsx';
import {
  signInLinks,
  pageHeading,
  privacyVersion,
  documentTitle,
  type PageState,
  type FormPage,
  type SignInState,
} from '../pages.ts';
import styles from '../sign-in.module.css';
import { PrivacyConsent } from './PrivacyConsent.tsx';
import { submitForm, type SubmitOutcome } from './submitForm.ts';
import type { SignInTexts } from '../texts.vi.ts';

type FieldName = 'name' | 'email' | 'password';
type FailedOutcome = Extract<SubmitOutcome, { kind: 'failed' }>;
type FormErrors = { readonly whole: string | null } & Readonly<Record<FieldName, string | null>>;

const noErrors: FormErrors = { whole: null, name: null, email: null, password: null };

/** A submitted form, kept for resubmission. */
interface SubmittedForm {
  readonly action: string;
  readonly values: Readonly<Record<string, string>>;
}

interface FormProps {
  readonly state: SignInState;
  readonly page: FormPage;
  readonly texts: SignInTexts;
}

function fieldsOf(page: FormPage, requiresPassword: boolean): readonly FieldName[] {
  switch (page) {
    case 'register':
    case 'first-administrator':
      return ['name', 'email', 'password'];
    case 'forgot-password':
      return ['email'];
    case 'reset-password':
    case 'undo-email':
      return ['password'];
    case 'unlock':
      return [];
    case 'verify-email':
      return requiresPassword ? ['password'] : [];
  }
}

function actionOf({ page, state }: FormProps): string {
  return page === 'verify-email' ? state.confirm : `/${page}`;
}

/** Assigns a failure to its field, or to the whole form. */
function toFormErrors(failure: FailedOutcome, texts: SignInTexts): FormErrors {
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
    case 'google_cancelled':
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
function failureOf(pageState: PageState | null): FailedOutcome | null {
  if (
    pageState === null ||
    pageState === 'sent' ||
    pageState === 'done' ||
    pageState === 'password'
  )
    return null;
  return { kind: 'failed', code: pageState, retryAfterSeconds: null, fields: {} };
}

function focusOn(form: HTMLFormElement | null, name: FieldName) {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.focus();
}

/** Form for registration, password reset and email confirmation. It also works without JavaScript. */
export function AccountForm(props: FormProps) {
  const { state, page, texts } = props;
  const { forms } = texts;
  const labels = forms[page];
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const initialError = failureOf(state.pageState);
  const [pageState, setPageState] = useState(state.pageState);
  const [errors, setErrors] = useState(initialError ? toFormErrors(initialError, texts) : noErrors);
  /** The form was submitted before hydration and came back with an error, so its field gets the focus. */
  const openedWithMistake = useRef(errors.password !== null);
  const [isSubmitting, setSubmitting] = useState(false);
  const [sent, setSent] = useState<SubmittedForm | null>(null);
  /** After these codes the form is gone, because the link is no longer valid. */
  const endsHere = (code: string): code is 'link_expired' | 'email_taken' =>
    code === 'link_expired' || (code === 'email_taken' && page === 'verify-email');
  const requiresPassword = pageState === 'password' || pageState === 'invalid_credentials';
  const names = fieldsOf(page, requiresPassword);

  useEffect(() => {
    // After hydration, validation messages are ours, in the page's language.
    if (form.current) form.current.noValidate = true;
    if (openedWithMistake.current) focusOn(form.current, 'password');
  }, []);
  useEffect(() => {
    if (pageState === state.pageState) return;
    document.title = documentTitle(page, pageState, state.language);
    // A rejected password has moved the focus to its field.
    if (pageState !== 'invalid_credentials') heading.current?.focus();
  }, [pageState, page, state.pageState, state.language]);

  function showErrors(shown: FormErrors) {
    setErrors(shown);
    const first = names.find((name) => shown[name] !== null);
    if (first !== undefined) focusOn(form.current, first);
  }

  async function submit(data: FormData, action: string) {
    const values: Record<string, string> = {};
    for (const [name, value] of data) if (typeof value === 'string') values[name] = value;
    const missing = Object.fromEntries(
      names.filter((name) => !values[name]?.trim()).map((name) => [name, 'required']),
    );
    if (Object.keys(missing).length > 0) {
      const failure = { kind: 'failed', code: 'validation', retryAfterSeconds: null } as const;
      showErrors(toFormErrors({ ...failure, fields: missing }, texts));
      return;
    }
    setSubmitting(true);
    setErrors(noErrors);
    const outcome = await submitForm(action, values);
    // The button stays busy during the navigation.
    if (outcome.kind === 'onward') {
      window.location.assign(outcome.to);
      return;
    }
    setSubmitting(false);
    if (outcome.kind === 'step') {
      if (outcome.step === 'sent') setSent({ action, values });
      setPageState(outcome.step);
    } else if (endsHere(outcome.code)) {
      setPageState(outcome.code);
      setErrors(toFormErrors(outcome, texts));
    } else if (page === 'verify-email' && outcome.code === 'invalid_credentials') {
      setPageState('invalid_credentials');
      showErrors(toFormErrors(outcome, texts));
    } else showErrors(toFormErrors(outcome, texts));
  }

  const title = (
    <h1 className={styles.title} ref={heading} tabIndex={-1}>
      {pageHeading(page, pageState, state.language)}
    </h1>
  );

  if (pageState === 'sent' || pageState === 'done') {
    const sentEmail = sent && {
      to: sent.values['email'] ?? '',
      sendAgain: () => submitForm(sent.action, sent.values),
    };
    return <FormConfirmation {...props} step={pageState} title={title} sentEmail={sentEmail} />;
  }

  const alert = (
    <div role="alert" className={styles.alert}>
      {errors.whole !== null && <p className={styles.error}>{errors.whole}</p>}
    </div>
  );
  if (pageState !== null && endsHere(pageState)) {
    const [recoveryHref, label] =
      pageState === 'email_taken' || page === 'unlock' || page === 'undo-email'
        ? [signInLinks.forgotPassword(state), texts.forgot]
        : page === 'verify-email'
          ? [signInLinks.register(state), forms.registerAgain]
          : [signInLinks.forgotPassword(state), forms.askAgain];
    return (
      <>
        {title}
        {alert}
        <div className={styles.ways}>
          {page === 'first-administrator' ? (
            <p>{forms.restartForLink}</p>
          ) : (
            <LinkButton variant="primary" wide href={recoveryHref}>
              {label}
            </LinkButton>
          )}
          <LinkButton wide href={state.signIn}>
            {pageState === 'email_taken' ? forms.signIn : texts.back}
          </LinkButton>
        </div>
      </>
    );
  }

  const clearError = (name: FieldName) => () =>
    errors[name] !== null && setErrors({ ...errors, [name]: null });
  const newcomer = page === 'register' || page === 'first-administrator';
  const resetting = page === 'reset-password' || page === 'undo-email';
  const choosing = newcomer || resetting;
  return (
    <>
      {title}
      <p className={styles.lead}>{requiresPassword ? forms.leadWithPassword : labels.lead}</p>
      {alert}
      <form
        ref={form}
        className={styles.form}
        method="post"
        action={actionOf(props)}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSubmitting) return;
          const element = event.currentTarget;
          void submit(new FormData(element), element.getAttribute('action') ?? '');
        }}
      >
        {names.includes('name') && (
          <TextField
            label={forms.name}
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            error={errors.name}
            onInput={clearError('name')}
          />
        )}
        {names.includes('email') && (
          <TextField
            label={forms.email}
            name="email"
            type="email"
            autoComplete={newcomer ? 'email' : 'username'}
            required
            maxLength={254}
            error={errors.email}
            onInput={clearError('email')}
          />
        )}
        {names.includes('password') && (
          <PasswordField
            label={
              newcomer ? forms.choosePassword : choosing ? forms.newPassword : forms.chosenPassword
            }
            name="password"
            autoComplete={choosing ? 'new-password' : 'current-password'}
            required
            maxLength={256}
            help={choosing ? forms.passwordHelp : undefined}
            {...(choosing && { lengthMeter: { min: 15, text: forms.passwordLength } })}
            showLabel={texts.showPassword}
            hideLabel={texts.hidePassword}
            error={errors.password}
            onInput={clearError('password')}
          />
        )}
        {resetting && <OtherSignInMethods texts={forms.otherWaysIn} />}
        {page !== 'register' && page !== 'forgot-password' && (
          <input type="hidden" name="token" value={state.token} readOnly />
        )}
        {page === 'register' && (
          <>
            <PrivacyConsent state={state} texts={texts} before={texts.privacy.before} />
            <input type="hidden" name="privacy" value={privacyVersion} readOnly />
          </>
        )}
        <input type="hidden" name="interaction" value={state.interaction} readOnly />
        <input type="hidden" name="language" value={state.language} readOnly />
        <Button type="submit" variant="primary" wide busy={isSubmitting}>
          {labels.submit}
        </Button>
      </form>
      <p className={styles.register}>
        {page === 'register' && `${forms.haveAccount} `}
        <TextLink href={state.signIn}>{page === 'register' ? forms.signIn : texts.back}</TextLink>
      </p>
    </>
  );
}
