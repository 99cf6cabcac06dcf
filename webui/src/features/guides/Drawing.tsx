/** What a step looks like on the device: one place of it is marked. Drawn, so that it speaks the reader's language. */
import { type ReactNode, useId } from "react";
import { useTranslation } from "@/i18n/react";
import classes from "./drawing.module.css";
import type { Device, StepName } from "./guides";
import type { ButtonWords, Numbers } from "./values";

interface Props {
  step: StepName;
  device: Device;
  words: ButtonWords;
  numbers: Numbers;
  /** The track whose code the reader copied last. */
  code: string | null;
}

/** Signs that no code has: they only show where one stands. */
const SOME_TRACK = "••••••••0001";
const SOME_CODE = "BB-••••••••";

export function Drawing(props: Props) {
  const { t } = useTranslation("guides");
  const { draw, place } = STEPS[props.step];
  const isPhone = props.device !== "pc";
  return (
    <svg
      className={classes.drawing}
      viewBox={isPhone ? "22 0 124 196" : "0 0 168 196"}
      width={isPhone ? 124 : 168}
      height={196}
      role="img"
      aria-label={t("picture", { place: place(props) })}
    >
      {draw(props)}
    </svg>
  );
}

interface Step {
  /** What is marked, in words. */
  place: (props: Props) => string;
  draw: (props: Props) => ReactNode;
}

const STEPS: Record<StepName, Step> = {
  start: {
    place: () => "+",
    draw: ({ device }) => (
      <Phone device={device} end="foot">
        {[0, 1, 2, 3].map((tile) => (
          <rect
            key={tile}
            className={classes[`tile${tile}`]}
            x={38 + (tile % 2) * 48}
            y={(tile < 2 ? -22 : 62) + 4}
            width="44"
            height="78"
            rx="5"
          />
        ))}
        <path className={classes.hair} d="M31 150H137" />
        {[40, 57, 102, 119].map((x) => (
          <rect key={x} className={classes.soft} x={x} y="156" width="10" height="10" rx="3" />
        ))}
        <circle className={classes.dark} cx="84" cy="161" r="9" />
        <path className={classes.cross} d="M84 156v10m-5-5h10" />
        <Round cx={84} cy={161} r={13} />
      </Phone>
    ),
  },
  length: {
    place: ({ numbers }) => numbers.editor,
    draw: (props) => <Camera {...props} marks="editor" />,
  },
  lengthTap: {
    place: ({ numbers }) => numbers.start,
    draw: (props) => <Camera {...props} marks="start" />,
  },
  sound: {
    place: ({ words }) => words.addSound,
    draw: ({ device, words }) => (
      <Phone device={device} end="head" film>
        <Pill x={48} y={50} width={72} on="veil" text={words.addSound} />
        <Box x={44} y={46} width={80} height={26} r={13} />
        <Record cy={186} />
      </Phone>
    ),
  },
  pasteIphone: {
    place: ({ code }) => code ?? SOME_TRACK,
    draw: (props) => <Search {...props} />,
  },
  pasteAndroid: {
    place: ({ code }) => code ?? SOME_TRACK,
    draw: (props) => <Search {...props} />,
  },
  volume: {
    place: ({ words, numbers }) => `${words.music} ${numbers.volume}`,
    draw: ({ device, words, numbers }) => (
      <Phone device={device} end="foot" film>
        <path
          className={classes.screen}
          d="M31 96a12 12 0 0 1 12-12h82a12 12 0 0 1 12 12v62a15 15 0 0 1-15 15H46a15 15 0 0 1-15-15z"
        />
        <Label x={40} y={102} text={words.volume} bold />
        <Slider y={118} label={words.voice} value="100%" at={1} />
        <Slider y={142} label={words.music} value={numbers.volume} at={0.15} marked />
      </Phone>
    ),
  },
  publish: {
    place: ({ words }) => words.upload,
    draw: ({ device, words }) => (
      <Phone device={device} end="foot">
        <Film x={40} y={16} width={30} height={50} />
        <Lines y={24} x={78} widths={[46, 34]} />
        <Lines y={84} widths={[70, 52, 62]} gap={18} />
        <Pill x={37} y={145} width={94} on="dark" text={words.upload} />
        <Box x={33} y={141} width={102} height={26} r={13} />
      </Phone>
    ),
  },
  trimIphone: { place: ({ words }) => words.done, draw: (props) => <Trim {...props} /> },
  trimAndroid: { place: ({ words }) => words.done, draw: (props) => <Trim {...props} /> },
  adjust: {
    place: ({ words }) => words.adjust,
    draw: ({ device, words }) => (
      <Phone device={device} end="foot" film>
        <path
          className={classes.screen}
          d="M31 108a12 12 0 0 1 12-12h82a12 12 0 0 1 12 12v50a15 15 0 0 1-15 15H46a15 15 0 0 1-15-15z"
        />
        <Label x={84} y={114} text={words.adjust} bold middle />
        <Wave x={38} y={140} bars={31} from={6} to={25} />
        <Box x={54} y={126} width={60} height={28} r={6} />
      </Phone>
    ),
  },
  updateIphone: { place: ({ words }) => words.update, draw: (props) => <Shop {...props} /> },
  updateAndroid: { place: ({ words }) => words.update, draw: (props) => <Shop {...props} /> },
  project: {
    place: ({ numbers }) => `9:16, ${numbers.editor}`,
    draw: ({ numbers }) => (
      <Window>
        <Film x={67} y={52} width={34} height={60} />
        <Lines x={18} y={60} widths={[34, 26, 30]} gap={14} />
        <Label x={130} y={66} text="9:16" bold middle />
        <Label x={130} y={80} text={numbers.editor} bold middle />
        <Box x={110} y={53} width={40} height={33} r={7} />
        <rect className={classes.tile1} x="18" y="122" width="132" height="14" rx="3" />
      </Window>
    ),
  },
  track: {
    place: ({ words }) => words.music,
    draw: ({ words }) => (
      <Window>
        <Film x={70} y={50} width={28} height={48} />
        <rect className={classes.tile1} x="18" y="106" width="132" height="12" rx="3" />
        <rect className={classes.money} x="18" y="123" width="132" height="18" rx="3" />
        <Wave x={54} y={132} bars={30} from={0} to={30} />
        <Label x={23} y={135} text={words.music} bold on="white" />
        <Box x={14} y={119} width={140} height={26} r={7} />
      </Window>
    ),
  },
  pcVolume: {
    place: ({ words, numbers }) => `${words.music} ${numbers.volume}`,
    draw: ({ words, numbers }) => (
      <Window>
        <Film x={22} y={54} width={44} height={78} />
        <Slider x={78} width={66} y={72} label={words.voice} value="100%" at={1} />
        <Slider
          x={78}
          width={66}
          y={104}
          label={words.music}
          value={numbers.volume}
          at={0.11}
          marked
        />
      </Window>
    ),
  },
  pcUpload: {
    place: ({ words }) => words.uploadVideos,
    draw: ({ words }) => (
      <Window>
        <Lines x={18} y={60} widths={[40, 52, 34, 46]} gap={16} />
        <Pill x={104} y={50} width={46} on="soft" text={`+ ${words.create}`} />
        <rect className={classes.raised} x="66" y="74" width="86" height="52" rx="6" />
        <Label x={109} y={91} text={words.uploadVideos} bold middle />
        <Lines x={76} y={110} widths={[48]} />
        <Box x={69} y={78} width={80} height={20} r={6} />
      </Window>
    ),
  },
  recognition: {
    place: ({ numbers }) => numbers.recognition,
    draw: ({ numbers }) => (
      <Window>
        <Film x={20} y={58} width={30} height={52} />
        <Lines x={60} y={66} widths={[76, 58]} gap={14} />
        <Wave x={60} y={102} bars={12} from={0} to={12} />
        <Label x={130} y={105} text={numbers.recognition} bold middle />
        <Box x={103} y={92} width={54} height={20} r={10} />
      </Window>
    ),
  },
  code: {
    place: () => SOME_CODE,
    draw: ({ device, words }) =>
      device === "pc" ? (
        <Window>
          <Code words={words} x={34} width={100} />
        </Window>
      ) : (
        <Phone device={device} end="head">
          <Code words={words} x={39} width={90} />
        </Phone>
      ),
  },
  ownChannel: {
    place: ({ words }) => words.edit,
    draw: ({ device, words }) => (
      <Phone device={device} end="head">
        <circle className={classes.tile1} cx="84" cy="66" r="16" />
        <Lines x={58} y={94} widths={[52]} />
        <Lines x={66} y={106} widths={[36]} />
        <Pill x={46} y={118} width={76} on="soft" text={words.edit} />
        <Box x={42} y={114} width={84} height={26} r={13} />
        <Film x={38} y={150} width={28} height={40} />
        <Film x={70} y={150} width={28} height={40} />
        <Film x={102} y={150} width={28} height={40} />
      </Phone>
    ),
  },
  describePhone: {
    place: ({ words }) => words.description,
    draw: ({ device, words }) => (
      <Phone device={device} end="head">
        <Label x={128} y={60} text={words.save} bold end />
        <Label x={39} y={84} text={words.description} bold />
        <Lines x={39} y={98} widths={[82, 70]} gap={12} />
        <Label x={39} y={131} text={SOME_CODE} bold />
        <Box x={34} y={88} width={100} height={52} r={8} />
        <Keys y={158} />
      </Phone>
    ),
  },
  studio: {
    place: ({ words }) => words.customization,
    draw: ({ words }) => (
      <Window>
        <path className={classes.hair} d="M78 46V148" />
        <Lines x={18} y={60} widths={[42, 34, 46]} gap={15} />
        <Label x={18} y={118} text={words.customization} bold />
        <Box x={14} y={106} width={62} height={19} r={6} />
        <Film x={90} y={58} width={56} height={32} />
        <Lines x={90} y={106} widths={[52, 40]} gap={14} />
      </Window>
    ),
  },
  describePc: {
    place: ({ words }) => words.description,
    draw: ({ words }) => (
      <Window>
        <Pill x={108} y={50} width={42} on="dark" text={words.publish} />
        <Label x={20} y={82} text={words.description} bold />
        <Lines x={24} y={98} widths={[112, 90]} gap={12} />
        <Label x={24} y={130} text={SOME_CODE} bold />
        <Box x={16} y={88} width={136} height={50} r={8} />
      </Window>
    ),
  },
  back: {
    place: ({ words }) => words.check,
    draw: ({ device, words }) =>
      device === "pc" ? (
        <Window>
          <Found words={words} x={30} width={108} />
        </Window>
      ) : (
        <Phone device={device} end="head">
          <Found words={words} x={39} width={90} />
        </Phone>
      ),
  },
};

interface PhoneProps {
  device: Device;
  /** Which end of the phone is to be seen. */
  end: "head" | "foot";
  /** Whether the screen is full of a film. */
  film?: boolean;
  children: ReactNode;
}

function Phone({ device, end, film = false, children }: PhoneProps) {
  const id = useId();
  const y = end === "head" ? 22 : -84;
  return (
    <>
      <defs>
        <clipPath id={id}>
          <rect x="31" y={y + 3} width="106" height="254" rx="15" />
        </clipPath>
        <Colours id={`${id}film`} />
      </defs>
      <rect className={classes.screen} x="31" y={y + 3} width="106" height="254" rx="15" />
      {film && <rect x="31" y={y + 3} width="106" height="254" rx="15" fill={`url(#${id}film)`} />}
      <g clipPath={`url(#${id})`}>{children}</g>
      <rect className={classes.frame} x="28" y={y} width="112" height="260" rx="18" />
      {end === "head" && device === "android" && (
        <circle className={classes.frameFill} cx="84" cy={y + 11} r="3.4" />
      )}
      {end === "head" && device !== "android" && (
        <rect className={classes.frameFill} x="70" y={y + 8} width="28" height="7" rx="3.5" />
      )}
    </>
  );
}

function Window({ children }: { children: ReactNode }) {
  return (
    <>
      <rect className={classes.screen} x="8" y="28" width="152" height="124" rx="9" />
      <path className={classes.hair} d="M8 44H160" />
      {[17, 25, 33].map((x) => (
        <circle key={x} className={classes.soft} cx={x} cy="36" r="2.4" />
      ))}
      {children}
      <rect className={classes.frame} x="8" y="28" width="152" height="124" rx="9" />
      <path className={classes.stand} d="M62 172h44M84 154v16" />
    </>
  );
}

const Colours = ({ id }: { id: string }) => (
  <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" className={classes.dusk} />
    <stop offset=".55" className={classes.violet} />
    <stop offset="1" className={classes.amber} />
  </linearGradient>
);

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

function Film(area: Area) {
  const id = useId();
  return (
    <>
      <defs>
        <Colours id={id} />
      </defs>
      <rect {...area} rx="4" fill={`url(#${id})`} />
    </>
  );
}

/** The one place of a drawing to look at. */
const Box = ({ r, ...area }: Area & { r: number }) => (
  <g className={classes.mark}>
    <rect className={classes.halo} {...area} rx={r} />
    <rect {...area} rx={r} />
  </g>
);

const Round = ({ cx, cy, r }: { cx: number; cy: number; r: number }) => (
  <g className={classes.mark}>
    <circle className={classes.halo} cx={cx} cy={cy} r={r} />
    <circle cx={cx} cy={cy} r={r} />
  </g>
);

interface LabelProps {
  x: number;
  y: number;
  text: string;
  bold?: boolean;
  /** Where it does not stand on the screen's own ground. */
  on?: "dark" | "white" | "primary";
  middle?: boolean;
  end?: boolean;
}

const Label = ({ x, y, text, bold, on, middle, end }: LabelProps) => (
  <text
    className={classes.label}
    x={x}
    y={y}
    data-bold={bold}
    data-on={on}
    textAnchor={middle ? "middle" : end ? "end" : "start"}
  >
    {text}
  </text>
);

interface PillProps {
  x: number;
  y: number;
  width: number;
  text: string;
  /** What it is filled with. */
  on: "soft" | "white" | "dark" | "primary" | "veil" | "pale";
}

const INK = {
  soft: undefined,
  white: "white",
  primary: "primary",
  dark: "dark",
  veil: "dark",
  pale: "dark",
} as const;

const Pill = ({ x, y, width, on, text }: PillProps) => (
  <>
    <rect className={classes[on]} x={x} y={y} width={width} height="18" rx="9" />
    <Label x={x + width / 2} y={y + 12} text={text} bold on={INK[on]} middle />
  </>
);

interface LinesProps {
  x?: number;
  y: number;
  widths: readonly number[];
  gap?: number;
}

/** Lines of text that need not be read, no two of them equally long. */
const Lines = ({ x = 40, y, widths, gap = 12 }: LinesProps) =>
  widths.map((width) => (
    <rect
      key={width}
      className={classes.soft}
      x={x}
      y={y + widths.indexOf(width) * gap - 3}
      width={width}
      height="6"
      rx="3"
    />
  ));

const Record = ({ cy }: { cy: number }) => (
  <>
    <circle className={classes.ring} cx="84" cy={cy} r="13" />
    <circle className={classes.record} cx="84" cy={cy} r="9" />
  </>
);

function Camera({ device, numbers, marks }: Props & { marks: "start" | "editor" }) {
  const marked = marks === "start" ? 38 : 86;
  return (
    <Phone device={device} end="foot" film>
      <rect className={classes.veil} x="31" y="86" width="106" height="90" />
      <Pill
        x={42}
        y={100}
        width={40}
        on={marks === "start" ? "white" : "pale"}
        text={numbers.start}
      />
      <Pill
        x={90}
        y={100}
        width={40}
        on={marks === "editor" ? "white" : "pale"}
        text={numbers.editor}
      />
      <Box x={marked} y={96} width={48} height={26} r={13} />
      <Record cy={150} />
    </Phone>
  );
}

function Search({ device, code }: Props) {
  return (
    <Phone device={device} end="head">
      <rect className={classes.soft} x="38" y="44" width="92" height="20" rx="10" />
      <Label x={46} y={57} text={code ?? SOME_TRACK} bold />
      <Box x={35} y={41} width={98} height={26} r={13} />
      <Film x={39} y={76} width={24} height={24} />
      <Lines x={69} y={83} widths={[40]} />
      <Lines x={69} y={94} widths={[28]} />
      <circle className={classes.primary} cx="124" cy="88" r="7" />
      <path className={classes.arrow} d="M121 88h6m-2.5-2.5 2.5 2.5-2.5 2.5" />
      <Keys y={150} />
    </Phone>
  );
}

const Keys = ({ y }: { y: number }) =>
  [0, 1, 2].map((row) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((key) => (
      <rect
        key={`${row} ${key}`}
        className={classes.soft}
        x={37 + key * 12}
        y={y + row * 15}
        width="10"
        height="12"
        rx="3"
      />
    )),
  );

interface SliderProps {
  x?: number;
  width?: number;
  y: number;
  label: string;
  value: string;
  /** Between 0 and 1. */
  at: number;
  marked?: boolean;
}

function Slider({ x = 40, width = 88, y, label, value, at, marked = false }: SliderProps) {
  const knob = x + width * at;
  return (
    <>
      <Label x={x} y={y} text={label} bold={marked} />
      <Label x={x + width} y={y} text={value} bold={marked} end />
      <rect className={classes.soft} x={x} y={y + 8} width={width} height="4" rx="2" />
      <rect
        className={marked ? classes.money : classes.primary}
        x={x}
        y={y + 8}
        width={width * at}
        height="4"
        rx="2"
      />
      <circle className={marked ? classes.money : classes.primary} cx={knob} cy={y + 10} r="5" />
      {marked && <Round cx={knob} cy={y + 10} r={8} />}
    </>
  );
}

interface WaveProps {
  x: number;
  y: number;
  bars: number;
  /** The bars that are heard. */
  from: number;
  to: number;
}

const Wave = ({ x, y, bars, from, to }: WaveProps) =>
  [...Array(bars).keys()].map((bar) => {
    const height = 4 + ((bar * 7) % 11);
    const isHeard = bar >= from && bar < to;
    return (
      <rect
        key={x + bar * 3}
        className={isHeard ? classes.primary : classes.soft}
        x={x + bar * 3}
        y={y - height / 2}
        width="2"
        height={height}
        rx="1"
      />
    );
  });

function Trim({ device, words }: Props) {
  return (
    <Phone device={device} end="foot" film>
      <rect className={classes.veil} x="31" y="100" width="106" height="80" />
      <rect className={classes.white} x="38" y="116" width="92" height="24" rx="5" />
      <Film x={45} y={119} width={26} height={18} />
      <Film x={71} y={119} width={26} height={18} />
      <Film x={97} y={119} width={26} height={18} />
      <Pill x={86} y={149} width={44} on="white" text={words.done} />
      <Box x={83} y={146} width={50} height={24} r={12} />
    </Phone>
  );
}

function Shop({ device, words }: Props) {
  return (
    <Phone device={device} end="head">
      <rect className={classes.record} x="39" y="56" width="28" height="28" rx="7" />
      <path className={classes.play} d="m49 64 9 6-9 6z" />
      <Label x={73} y={67} text="YouTube" bold />
      <Lines x={73} y={78} widths={[34]} />
      <Pill x={62} y={98} width={66} on="primary" text={words.update} />
      <Box x={58} y={94} width={74} height={26} r={13} />
      <Lines x={40} y={142} widths={[86, 70, 78]} gap={14} />
    </Phone>
  );
}

interface OwnProps {
  words: ButtonWords;
  x: number;
  width: number;
}

/** This portal's dialog with the code. */
const Code = ({ words, x, width }: OwnProps) => (
  <>
    <Label x={x} y={66} text={words.verify} bold />
    <Lines x={x} y={80} widths={[width - 14]} />
    <rect className={classes.soft} x={x} y="94" width={width} height="26" rx="6" />
    <Label x={x + width / 2} y={111} text={SOME_CODE} bold middle />
    <Box x={x - 4} y={90} width={width + 8} height={34} r={9} />
  </>
);

/** The same dialog once the code is placed. */
const Found = ({ words, x, width }: OwnProps) => (
  <>
    <circle className={classes.ok} cx={x + width / 2} cy="70" r="13" />
    <path className={classes.tick} d={`m${x + width / 2 - 6} 70 4 4.5 8-9`} />
    <Lines x={x + 12} y={96} widths={[width - 24]} />
    <Pill x={x} y={110} width={width} on="primary" text={words.check} />
    <Box x={x - 4} y={106} width={width + 8} height={26} r={13} />
  </>
);
