import { aggregations, Fields, fieldTypes, reject, requireText } from './fields.ts';

/** Thrown by `throwException` of a user error. Its text is what a user sees in Looker Studio. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly debugText: string | null;

  constructor(text: string, debugText: string | null) {
    super(text);
    this.debugText = debugText;
  }
}

export interface BuiltQuestion {
  type: 'INFO' | 'SELECT_SINGLE' | 'SELECT_MULTIPLE';
  name: string;
  displayName?: string;
  helpText?: string;
  text?: string;
  isDynamic?: boolean;
  parameterControl?: { allowOverride: boolean };
  options?: { label: string; value: string }[];
}
export interface BuiltConfig {
  configParams: BuiltQuestion[];
  dateRangeRequired: boolean;
  isSteppedConfig: boolean;
}

class OptionBuilder {
  label = '';
  value = '';
  setLabel(label: unknown): this {
    this.label = requireText(label, 'the label of an option');
    return this;
  }
  setValue(value: unknown): this {
    this.value = requireText(value, 'the value of an option');
    return this;
  }
}

/**
 * An entry of the configuration.
 * @see https://developers.google.com/apps-script/reference/data-studio/config
 */
class Question {
  readonly #built: BuiltQuestion;
  constructor(type: BuiltQuestion['type']) {
    this.#built = { type, name: '' };
  }
  setId(id: unknown): this {
    this.#built.name = requireText(id, 'the id of a question');
    return this;
  }
  setName(name: unknown): this {
    this.#built.displayName = requireText(name, 'the name of a question');
    return this;
  }
  setHelpText(text: unknown): this {
    this.#built.helpText = requireText(text, 'a help text');
    return this;
  }
  setText(text: unknown): this {
    if (this.#built.type !== 'INFO') reject('a text of a question');
    this.#built.text = requireText(text, 'the text');
    return this;
  }
  setIsDynamic(isDynamic: boolean): this {
    this.#built.isDynamic = isDynamic;
    return this;
  }
  setAllowOverride(allowOverride: boolean): this {
    this.#built.parameterControl = { allowOverride };
    return this;
  }
  addOption(option: unknown): this {
    if (!(option instanceof OptionBuilder)) return reject('an option that is none');
    const { label, value } = option;
    (this.#built.options ??= []).push({ label, value });
    return this;
  }
  build(): BuiltQuestion {
    const { type, name, displayName, text, options, isDynamic, parameterControl } = this.#built;
    if (type === 'INFO' ? !text : !displayName) reject(`the question ${name} without a text`);
    if (type !== 'INFO' && !options?.every(({ label, value }) => label && value))
      reject(`the question ${name} without options`);
    if (isDynamic && parameterControl?.allowOverride)
      reject(`${name}: what later questions depend on cannot be overridden`);
    return { ...this.#built };
  }
}

class Config {
  readonly #questions: Question[] = [];
  #dateRangeRequired = false;
  #isStepped = false;

  #ask(type: BuiltQuestion['type']): Question {
    const question = new Question(type);
    this.#questions.push(question);
    return question;
  }
  newInfo(): Question {
    return this.#ask('INFO');
  }
  newSelectSingle(): Question {
    return this.#ask('SELECT_SINGLE');
  }
  newSelectMultiple(): Question {
    return this.#ask('SELECT_MULTIPLE');
  }
  newOptionBuilder(): OptionBuilder {
    return new OptionBuilder();
  }
  setDateRangeRequired(required: boolean): this {
    this.#dateRangeRequired = required;
    return this;
  }
  setIsSteppedConfig(isStepped: boolean): this {
    this.#isStepped = isStepped;
    return this;
  }
  build(): BuiltConfig {
    const configParams = this.#questions.map((question) => question.build());
    const names = configParams.map(({ name }) => name);
    if (names.some((name) => name === '') || new Set(names).size < names.length)
      reject(`the questions ${names.join(', ')}`);
    return {
      configParams,
      dateRangeRequired: this.#dateRangeRequired,
      isSteppedConfig: this.#isStepped,
    };
  }
}

const namesOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name]));

/** @see https://developers.google.com/apps-script/reference/data-studio/community-connector */
export const DataStudioApp = {
  createCommunityConnector: () => ({
    FieldType: namesOf(fieldTypes),
    AggregationType: namesOf(aggregations),
    AuthType: namesOf(['NONE', 'OAUTH2', 'KEY', 'USER_PASS', 'USER_TOKEN', 'PATH_KEY']),
    getFields: () => new Fields(),
    getConfig: () => new Config(),
    newAuthTypeResponse() {
      const response: { type?: string; helpUrl?: string } = {};
      const builder = {
        setAuthType(type: unknown) {
          response.type = requireText(type, 'the type of sign-in');
          return builder;
        },
        setHelpUrl(url: unknown) {
          if (!URL.canParse(String(url))) reject(`the address ${String(url)}`);
          response.helpUrl = String(url);
          return builder;
        },
        build: () => ({ ...response }),
      };
      return builder;
    },
    newUserError() {
      let text = '';
      let debugText: string | null = null;
      const builder = {
        setText(value: unknown) {
          text = requireText(value, 'the text of a failure');
          return builder;
        },
        setDebugText(value: unknown) {
          debugText = requireText(value, 'the details of a failure');
          return builder;
        },
        throwException(): never {
          throw new UserError(text, debugText);
        },
      };
      return builder;
    },
  }),
};
