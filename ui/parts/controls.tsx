/** Controls for text, choices and actions. Each keeps its value in a signal. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX, TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';

type FieldProps = {
  readonly label: string;
  readonly value: Signal<string>;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  readonly isRequired?: boolean;
  readonly class?: string;
};

export function TextField(props: FieldProps): JSX.Element {
  const { label, value, hint, placeholder, isSecret = false, isRequired = false, class: own = '' } = props;
  const id = useId();
  const attributes = {
    id,
    placeholder,
    value: value.value,
    required: isRequired,
    autocomplete: 'off',
    spellcheck: false,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => (value.value = event.currentTarget.value),
  } as const;
  return (
    <div class={`field ${own}`}>
      <label for={id}>{label}</label>
      {isSecret ? <input type="password" {...attributes} /> : <input type="text" {...attributes} />}
      {hint !== undefined && (
        <small id={`${id}-hint`} class="muted">
          {hint}
        </small>
      )}
    </div>
  );
}

type AreaProps = {
  readonly label: string;
  readonly value: Signal<string>;
  readonly rows?: number;
  readonly isCode?: boolean;
};

export function TextArea({ label, value, rows = 4, isCode = false }: AreaProps): JSX.Element {
  const id = useId();
  return (
    <div class="field wide-field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        class={isCode ? 'code' : ''}
        spellcheck={false}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
    </div>
  );
}

type FileProps = { readonly label: string; readonly onFile: (file: File) => void };

/** Lets people choose a JSON file, which stays in the page. The browser's own field would speak the browser's language. */
export function FileField({ label, onFile }: FileProps): JSX.Element {
  const id = useId();
  return (
    <div class="wide-field">
      <input
        class="hidden-input"
        type="file"
        id={id}
        accept=".json,application/json"
        onChange={({ currentTarget: { files } }) => {
          const file = files?.[0];
          if (file !== undefined) onFile(file);
        }}
      />
      <label for={id} class="button">
        {label}
      </label>
    </div>
  );
}

type SelectProps = {
  readonly label: string;
  readonly value: Signal<string>;
  readonly options: readonly (readonly [value: string, text: string])[];
};

export function Select({ label, value, options }: SelectProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value.value} onChange={(event) => (value.value = event.currentTarget.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one} selected={one === value.value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Check({ label, value }: { label: string; value: Signal<boolean> }): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={value.value} onChange={(event) => (value.value = event.currentTarget.checked)} />
      {label}
    </label>
  );
}

type ChoicesProps = {
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen: Signal<readonly string[]>;
};

/** Lets people choose any number of these. */
export function Choices({ label, options, chosen }: ChoicesProps): JSX.Element {
  const toggle = (one: string): void => {
    const has = chosen.value.includes(one);
    chosen.value = has ? chosen.value.filter((other) => other !== one) : [...chosen.value, one];
  };
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {options.map(([one, text]) => (
        <label key={one} class="chip">
          <input type="checkbox" checked={chosen.value.includes(one)} onChange={() => toggle(one)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

type FormProps = { readonly onSubmit: () => void; readonly children: ComponentChildren; readonly class?: string };

export function Form({ onSubmit, children, class: own = '' }: FormProps): JSX.Element {
  return (
    <form
      class={`form ${own}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

type ButtonProps = {
  readonly onPress?: (() => void) | undefined;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly isDisabled?: boolean;
  /** The text for screen readers, if the visible one says too little. */
  readonly label?: string | undefined;
  readonly children: ComponentChildren;
};

/** Without `onPress` the button submits its form. */
export function Button({ onPress, kind = 'plain', isDisabled = false, label, children }: ButtonProps): JSX.Element {
  return (
    <button
      type={onPress === undefined ? 'submit' : 'button'}
      class={`button ${kind}`}
      disabled={isDisabled}
      aria-label={label}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
