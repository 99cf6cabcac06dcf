/** A choice of two or three as cards; a closed one stays readable and says why. */
import type { ReactNode } from "react";
import { IconCheck } from "@/components/kit/icons";
import classes from "./withdrawals.module.css";

export interface Choice<Value extends string> {
  value: Value;
  title: string;
  /** What it means, or why it is closed. */
  about: ReactNode;
  closed?: boolean;
}

interface Props<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

export function Choices<Value extends string>(props: Props<Value>) {
  const { legend, name, value, choices, onChange } = props;
  return (
    <fieldset className={classes.choices}>
      <legend>{legend}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value} data-closed={choice.closed || undefined}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.closed}
              onChange={() => onChange(choice.value)}
            />
            <b>{choice.title}</b>
            <span>{choice.about}</span>
            <IconCheck size={18} aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
