import { Checkbox, Quiet } from '@seller-connect/ui';
import type { ComponentProps, ReactNode } from 'react';
import styles from './CheckboxGroup.module.css';

interface CheckboxesProps<Value extends string> {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
  /** The group's error and name, which its first checkbox has. Any of them clears the error. */
  readonly field?: Pick<ComponentProps<typeof Checkbox>, 'name' | 'error' | 'onInput'>;
}

/** Checkboxes of which any number can be chosen. */
export function Checkboxes<Value extends string>(props: CheckboxesProps<Value>) {
  const { options, chosen, onChange, field } = props;
  return options.map(({ value, label }, index) => (
    <Checkbox
      key={value}
      {...(index === 0 ? field : { onInput: field?.onInput })}
      label={label}
      checked={chosen.includes(value)}
      onChange={({ currentTarget }) =>
        onChange(
          currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value),
        )
      }
    />
  ));
}

interface FieldGroupProps {
  readonly legend: string;
  readonly children: ReactNode;
}

/** Fields that belong together, below their name. */
export function FieldGroup({ legend, children }: FieldGroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface CheckboxGroupProps<Value extends string> extends CheckboxesProps<Value> {
  readonly legend: string;
  readonly help?: string;
}

/** Checkboxes below their name. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { legend, help, ...checkboxes } = props;
  return (
    <FieldGroup legend={legend}>
      {help && <Quiet as="p">{help}</Quiet>}
      <Checkboxes {...checkboxes} />
    </FieldGroup>
  );
}
