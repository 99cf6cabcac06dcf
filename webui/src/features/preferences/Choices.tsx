/** A short list to choose one from, each large enough for a thumb. */
import { UnstyledButton } from "@mantine/core";
import { Card } from "@/components/kit/Card";
import { IconCheck } from "@/components/kit/icons";
import classes from "./preferences.module.css";

interface Choice<Value extends string> {
  value: Value;
  label: string;
  note?: string;
  lang?: string;
}

interface Props<Value extends string> {
  /** What is chosen here. */
  name: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
}

export function Choices<Value extends string>({ name, choices, value, onChoose }: Props<Value>) {
  return (
    <Card flush>
      <div role="radiogroup" aria-label={name}>
        {choices.map((choice) => (
          <UnstyledButton
            key={choice.value}
            className={classes.choice}
            role="radio"
            aria-checked={choice.value === value}
            onClick={() => onChoose(choice.value)}
          >
            <span>
              <b lang={choice.lang}>{choice.label}</b>
              {choice.note && <small>{choice.note}</small>}
            </span>
            {choice.value === value && <IconCheck size={20} aria-hidden="true" />}
          </UnstyledButton>
        ))}
      </div>
    </Card>
  );
}
