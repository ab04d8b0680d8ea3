import { Button, Dialog } from '@seller-connect/ui';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { sharedTexts } from '../i18n/index.ts';
import styles from './FormDialog.module.css';

export interface FormDialogProps {
  readonly title: string;
  readonly side?: boolean;
  readonly form: { readonly busy: boolean; readonly props: ComponentProps<'form'> };
  /** Label of the button that submits. */
  readonly submit: string;
  /** Disables the button that submits. */
  readonly disabled?: boolean;
  /** Buttons before these two. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A dialog with a form, which its buttons submit or cancel. A click beside it does not discard what was typed. */
export function FormDialog(props: FormDialogProps) {
  const { title, side = false, form, disabled = false, onClose } = props;
  const formId = useId();
  const [isTyped, setTyped] = useState(false);
  return (
    <Dialog
      open
      side={side}
      title={title}
      closeLabel={sharedTexts.close}
      closesOnOutsideClick={!isTyped}
      onClose={onClose}
      actions={
        <>
          {props.actions}
          <Button onClick={onClose}>{sharedTexts.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={form.busy}
            disabled={disabled}
          >
            {props.submit}
          </Button>
        </>
      }
    >
      <form
        {...form.props}
        id={formId}
        className={styles.form}
        onChange={(event) => {
          setTyped(true);
          form.props.onChange?.(event);
        }}
      >
        {props.children}
      </form>
    </Dialog>
  );
}
