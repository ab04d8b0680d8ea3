import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton, TextLink } from '@seller-connect/ui';
import { AccountFields } from './AccountFields.tsx';
import {
  failureOf,
  noErrors,
  toFormErrors,
  type FieldName,
  type FormErrors,
} from './formErrors.ts';
import { FormConfirmation } from './FormConfirmation.tsx';
import {
  isFinished,
  signInLinks,
  pageHeading,
  documentTitle,
  type FormPage,
  type SignInState,
} from '../pages.ts';
import styles from '../sign-in.module.css';
import { submitForm } from './submitForm.ts';
import type { SignInTexts } from '../texts.vi.ts';
import { useBusy } from './useBusy.ts';

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
  const [isSubmitting, setSubmitting] = useBusy();
  const [sent, setSent] = useState<SubmittedForm | null>(null);
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
    } else if (endsForm(page, outcome.code)) {
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

  if (isFinished(pageState)) {
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
  if (pageState !== null && endsForm(page, pageState)) {
    return (
      <>
        {title}
        {alert}
        <RecoveryLinks {...props} code={pageState} />
      </>
    );
  }

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
        <AccountFields
          {...props}
          names={names}
          errors={errors}
          onInput={(name) => errors[name] !== null && setErrors({ ...errors, [name]: null })}
        />
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

/** After these codes the form is gone, because the link is no longer valid. */
type EndCode = 'link_expired' | 'change_expired' | 'email_taken';

function endsForm(page: FormPage, code: string): code is EndCode {
  return (
    code === 'link_expired' ||
    code === 'change_expired' ||
    (code === 'email_taken' && page === 'verify-email')
  );
}

/** What to do after the end of a form: first what fits the kind of its link. */
function RecoveryLinks(props: FormProps & { readonly code: EndCode }) {
  const { state, page, texts, code } = props;
  const { forms } = texts;
  const [recoveryHref, label] = recoveryOf(props);
  return (
    <div className={styles.ways}>
      {page === 'first-administrator' ? (
        <p>{forms.restartForLink}</p>
      ) : (
        <LinkButton variant="primary" wide href={recoveryHref}>
          {label}
        </LinkButton>
      )}
      {recoveryHref !== state.signIn && (
        <LinkButton wide href={state.signIn}>
          {code === 'email_taken' ? forms.signIn : texts.back}
        </LinkButton>
      )}
    </div>
  );
}

function recoveryOf({
  state,
  page,
  texts,
  code,
}: FormProps & { readonly code: EndCode }): readonly [href: string, label: string] {
  const { forms } = texts;
  if (code === 'change_expired') return [`${state.begin}settings/password`, forms.changeAgain];
  if (code === 'email_taken' || page === 'undo-email')
    return [signInLinks.forgotPassword(state), texts.forgot];
  if (page === 'unlock') return [state.signIn, forms.signInForLink];
  return page === 'verify-email'
    ? [signInLinks.register(state), forms.registerAgain]
    : [signInLinks.forgotPassword(state), forms.askAgain];
}
