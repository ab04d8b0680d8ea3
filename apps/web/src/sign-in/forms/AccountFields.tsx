import { Checkbox, PasswordField, TextField } from '@seller-connect/ui';
import { privacyVersion, type FormPage, type SignInState } from '../pages.ts';
import type { SignInTexts } from '../texts.vi.ts';
import type { FieldName, FormErrors } from './formErrors.ts';
import { PrivacyConsent } from './PrivacyConsent.tsx';
import styles from '../sign-in.module.css';

interface AccountFieldsProps {
  readonly state: SignInState;
  readonly page: FormPage;
  readonly texts: SignInTexts;
  readonly names: readonly FieldName[];
  readonly errors: FormErrors;
  readonly onInput: (name: FieldName) => void;
}

/** The fields of an account form, visible and hidden. */
export function AccountFields({ state, page, texts, names, errors, onInput }: AccountFieldsProps) {
  const { forms } = texts;
  const isNewAccount = page === 'register' || page === 'first-administrator';
  const isReset = page === 'reset-password' || page === 'undo-email';
  const isNewPassword = isNewAccount || isReset;
  return (
    <>
      {names.includes('name') && (
        <TextField
          label={forms.name}
          name="name"
          autoComplete="name"
          required
          maxLength={100}
          error={errors.name}
          onInput={() => onInput('name')}
        />
      )}
      {names.includes('email') && (
        <TextField
          label={forms.email}
          name="email"
          type="email"
          autoComplete={isNewAccount ? 'email' : 'username'}
          required
          maxLength={254}
          error={errors.email}
          onInput={() => onInput('email')}
        />
      )}
      {names.includes('password') && (
        <PasswordField
          label={
            isNewAccount ? forms.choosePassword : isReset ? forms.newPassword : forms.chosenPassword
          }
          name="password"
          autoComplete={isNewPassword ? 'new-password' : 'current-password'}
          required
          maxLength={256}
          help={isNewPassword ? forms.passwordHelp : undefined}
          {...(isNewPassword && { lengthMeter: { min: 15, text: forms.passwordLength } })}
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
          error={errors.password}
          onInput={() => onInput('password')}
        />
      )}
      {isReset && <OtherSignInMethods texts={forms.otherWaysIn} />}
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
    </>
  );
}

/**
 * Choices about other ways into the account after a new password. The server shows those that apply. `own`
 * is a Google account with the account's own email address, whose link stays by default. `foreign` is any
 * other, whose link is removed by default.
 */
function OtherSignInMethods({ texts }: { readonly texts: SignInTexts['forms']['otherWaysIn'] }) {
  return (
    <>
      <div className={styles.linkedOwn}>
        <Checkbox
          name="google"
          value="remove"
          label={texts.removeGoogle}
          help={texts.googleStays}
        />
      </div>
      <div className={styles.linkedForeign}>
        <Checkbox name="google" value="keep" label={texts.retainGoogle} help={texts.googleEnds} />
      </div>
      <div className={styles.reportAccess}>
        <Checkbox
          name="revoke_access"
          value="on"
          label={texts.revokeAccess}
          help={texts.accessStays}
        />
      </div>
    </>
  );
}
