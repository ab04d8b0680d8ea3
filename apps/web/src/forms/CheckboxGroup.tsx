import { Checkbox } from '@seller-connect/ui';
import type { ComponentProps } from 'react';
import styles from './CheckboxGroup.module.css';

interface CheckboxGroupProps<Value extends string> {
  readonly legend: string;
  readonly help?: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
  /** The group's error and name, which its first checkbox has. */
  readonly field?: Pick<ComponentProps<typeof Checkbox>, 'name' | 'error' | 'onInput'>;
}

/** Checkboxes of which any number can be chosen. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { legend, help, options, chosen, onChange, field } = props;
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {help && <p className={styles.help}>{help}</p>}
      {options.map(({ value, label }, index) => (
        <Checkbox
          key={value}
          {...(index === 0 && field)}
          label={label}
          checked={chosen.includes(value)}
          onChange={({ currentTarget }) =>
            onChange(
              currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value),
            )
          }
        />
      ))}
    </fieldset>
  );
}
