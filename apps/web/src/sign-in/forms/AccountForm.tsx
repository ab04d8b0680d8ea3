import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton, PasswordField, TextField, TextLink } from '@seller-connect/ui';
import { FinishedForm } from './FormConfirmation.tsx';
import { OtherWaysIn } from './OtherSignInMethods.tsx';
import {
  addresses,
  headingOf,
  privacyVersion,
  titleOf,
  type Face,
  type FormPage,
  type SignInState,
} from '../pages.ts';
import styles from '../sign-in.module.css';
import { submitForm, type Outcome } from './submitForm.ts';
import type { SignInTexts } from '../texts.vi.ts';

type FieldName = 'name' | 'email' | 'password';
type Failure = Extract<Outcome, { kind: 'failed' }>;
type Shown = { readonly whole: string | null } & Readonly<Record<FieldName, string | null>>;

const none: Shown = { whole: null, name: null, email: null, password: null };

/** A form that was sent, to send it again. */
interface Sent {
  readonly action: string;
  readonly values: Readonly<Record<string, string>>;
}

interface FormProps {
  readonly state: SignInState;
  readonly page: FormPage;
  readonly texts: SignInTexts;
}

function fieldsOf(page: FormPage, asksPassword: boolean): readonly FieldName[] {
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
      return asksPassword ? ['password'] : [];
  }
}

function actionOf({ page, state }: FormProps): string {
  return page === 'verify-email' ? state.confirm : `/${page}`;
}

/** What went wrong, at the field that it is about where there is one. */
function wordsFor(failure: Failure, texts: SignInTexts): Shown {
  const { code, retryAfterSeconds, fields } = failure;
  const { forms } = texts;
  switch (code) {
    case 'rate_limited':
      return {
        ...none,
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
      return { ...none, whole: texts.errors[code] };
    case 'validation': {
      const at = (name: FieldName) => (fields[name] === undefined ? null : forms.missing[name]);
      const email = fields['email'] === 'invalid' ? forms.invalidEmail : at('email');
      const shown = { ...none, name: at('name'), email, password: at('password') };
      const anywhere = shown.name ?? shown.email ?? shown.password;
      return anywhere === null ? { ...none, whole: forms.errors.validation } : shown;
    }
    case 'link_expired':
    case 'email_taken':
    case 'mail_unavailable':
      return { ...none, whole: forms.errors[code] };
    case 'invalid_credentials':
    case 'password_too_short':
    case 'password_too_long':
    case 'password_common':
    case 'password_personal':
      return { ...none, password: forms.errors[code] };
  }
}

/** The failure that a page was opened with, after a form without script. */
function failureOf(face: Face | null): Failure | null {
  if (face === null || face === 'sent' || face === 'done' || face === 'password') return null;
  return { kind: 'failed', code: face, retryAfterSeconds: null, fields: {} };
}

function focusOn(form: HTMLFormElement | null, name: FieldName) {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.focus();
}

/** Register, forgot and set the password, confirm an address: real forms that post without script too. */
export function AccountForm(props: FormProps) {
  const { state, page, texts } = props;
  const { forms } = texts;
  const words = forms[page];
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opened = failureOf(state.face);
  const [face, setFace] = useState(state.face);
  const [errors, setErrors] = useState(opened ? wordsFor(opened, texts) : none);
  /** A form that was sent before its script had come is back with what is wrong: there one goes on. */
  const openedWithMistake = useRef(errors.password !== null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  /** After this there is no form any more: the link has done its service. */
  const endsHere = (code: string): code is 'link_expired' | 'email_taken' =>
    code === 'link_expired' || (code === 'email_taken' && page === 'verify-email');
  const asksPassword = face === 'password' || face === 'invalid_credentials';
  const names = fieldsOf(page, asksPassword);

  useEffect(() => {
    // From here on the messages are ours, in the page's language.
    if (form.current) form.current.noValidate = true;
    if (openedWithMistake.current) focusOn(form.current, 'password');
  }, []);
  useEffect(() => {
    if (face === state.face) return;
    document.title = titleOf(page, face, state.language);
    // A refused password has the focus itself.
    if (face !== 'invalid_credentials') heading.current?.focus();
  }, [face, page, state.face, state.language]);

  function showErrors(shown: Shown) {
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
      showErrors(wordsFor({ ...failure, fields: missing }, texts));
      return;
    }
    setBusy(true);
    setErrors(none);
    const outcome = await submitForm(action, values);
    // The button stays busy while the browser leaves the page.
    if (outcome.kind === 'onward') {
      window.location.assign(outcome.to);
      return;
    }
    setBusy(false);
    if (outcome.kind === 'step') {
      if (outcome.step === 'sent') setSent({ action, values });
      setFace(outcome.step);
    } else if (endsHere(outcome.code)) {
      setFace(outcome.code);
      setErrors(wordsFor(outcome, texts));
    } else if (page === 'verify-email' && outcome.code === 'invalid_credentials') {
      setFace('invalid_credentials');
      showErrors(wordsFor(outcome, texts));
    } else showErrors(wordsFor(outcome, texts));
  }

  const title = (
    <h1 className={styles.title} ref={heading} tabIndex={-1}>
      {headingOf(page, face, state.language)}
    </h1>
  );

  if (face === 'sent' || face === 'done') {
    const letter = sent && {
      to: sent.values['email'] ?? '',
      sendAgain: () => submitForm(sent.action, sent.values),
    };
    return <FinishedForm {...props} step={face} title={title} letter={letter} />;
  }

  const alert = (
    <div role="alert" className={styles.alert}>
      {errors.whole !== null && <p className={styles.error}>{errors.whole}</p>}
    </div>
  );
  if (face !== null && endsHere(face)) {
    const [way, label] =
      face === 'email_taken' || page === 'unlock' || page === 'undo-email'
        ? [addresses.forgotPassword(state), texts.forgot]
        : page === 'verify-email'
          ? [addresses.register(state), forms.registerAgain]
          : [addresses.forgotPassword(state), forms.askAgain];
    return (
      <>
        {title}
        {alert}
        <div className={styles.ways}>
          {page === 'first-administrator' ? (
            <p>{forms.restartForLink}</p>
          ) : (
            <LinkButton variant="primary" wide href={way}>
              {label}
            </LinkButton>
          )}
          <LinkButton wide href={state.signIn}>
            {face === 'email_taken' ? forms.signIn : texts.back}
          </LinkButton>
        </div>
      </>
    );
  }

  const cleared = (name: FieldName) => () =>
    errors[name] !== null && setErrors({ ...errors, [name]: null });
  const newcomer = page === 'register' || page === 'first-administrator';
  const resetting = page === 'reset-password' || page === 'undo-email';
  const choosing = newcomer || resetting;
  return (
    <>
      {title}
      <p className={styles.lead}>{asksPassword ? forms.leadWithPassword : words.lead}</p>
      {alert}
      <form
        ref={form}
        className={styles.form}
        method="post"
        action={actionOf(props)}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
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
            onInput={cleared('name')}
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
            onInput={cleared('email')}
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
            showLabel={texts.showPassword}
            hideLabel={texts.hidePassword}
            error={errors.password}
            onInput={cleared('password')}
          />
        )}
        {resetting && <OtherWaysIn texts={forms.otherWaysIn} />}
        {page !== 'register' && page !== 'forgot-password' && (
          <input type="hidden" name="token" value={state.token} readOnly />
        )}
        {page === 'register' && (
          <>
            <p className={styles.consent}>
              {texts.privacy.before}
              <TextLink href={addresses.privacy(state)}>{texts.privacy.link}</TextLink>
              {texts.privacy.after}
            </p>
            <input type="hidden" name="privacy" value={privacyVersion} readOnly />
          </>
        )}
        <input type="hidden" name="interaction" value={state.interaction} readOnly />
        <input type="hidden" name="language" value={state.language} readOnly />
        <Button type="submit" variant="primary" wide busy={busy}>
          {words.submit}
        </Button>
      </form>
      <p className={styles.register}>
        {page === 'register' && `${forms.haveAccount} `}
        <TextLink href={state.signIn}>{page === 'register' ? forms.signIn : texts.back}</TextLink>
      </p>
    </>
  );
}
