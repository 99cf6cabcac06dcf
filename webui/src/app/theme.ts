/** Mantine dressed in the tokens of `styles/tokens.css`. Plain objects only: `X.extend()` would pull X into the first page. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { DEFAULT_PRIMARY, paletteOf, type SchemeColors } from "./palette";

const FONT =
  '"Inter Variable", "Apple SD Gothic Neo", "Noto Sans KR", "PingFang SC", "PingFang TC", "Microsoft YaHei", "Noto Sans CJK KR", "Noto Sans CJK SC", "Noto Sans CJK TC", system-ui, sans-serif';

const brand = Array(10).fill("var(--primary)") as unknown as MantineColorsTuple;

export const theme = createTheme({
  fontFamily: FONT,
  primaryColor: "brand",
  colors: { brand },
  defaultRadius: "sm",
  radius: { xs: "6px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  fontSizes: { xs: "12.5px", sm: "14px", md: "15px", lg: "17px", xl: "20px" },
  breakpoints: { xs: "24em", sm: "40em", md: "68.75em", lg: "80em", xl: "90em" },
  headings: { fontFamily: FONT, fontWeight: "650" },
  cursorType: "pointer",
  respectReducedMotion: true,
  variantColorResolver: ({ variant, color }) => {
    const tone = color === "red" ? "bad" : "primary";
    const ink = tone === "bad" ? "var(--bad)" : "var(--primary-ink)";
    const soft = `var(--${tone}-soft)`;
    const clear = {
      background: "transparent",
      hover: soft,
      color: ink,
      border: "1px solid transparent",
    };
    switch (variant) {
      case "filled":
        return {
          background: `var(--${tone})`,
          hover: `var(--${tone}-hover)`,
          color: `var(--on-${tone})`,
          border: "1px solid transparent",
        };
      case "light":
        return { background: soft, hover: soft, color: ink, border: "1px solid transparent" };
      case "outline":
        return { ...clear, border: `1px solid ${ink}` };
      case "default":
        return {
          background: "var(--surface)",
          hover: "var(--hover)",
          color: "var(--ink)",
          border: "1px solid var(--line-strong)",
        };
      default:
        return clear;
    }
  },
  components: {
    // A link in a sentence is told by more than its colour.
    Anchor: { defaultProps: { inherit: true, underline: "always" } },
    Button: { defaultProps: { size: "md" } },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    Select: { defaultProps: { size: "md", comboboxProps: { size: "md" } } },
    NativeSelect: { defaultProps: { size: "md" } },
    Checkbox: { defaultProps: { size: "md" } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "md",
        padding: "lg",
        // A dialog's header is no second banner of the page.
        attributes: { header: { role: "presentation" } },
      },
    },
    Menu: {
      // Inside the header, so that a menu stays within its landmark.
      defaultProps: {
        shadow: "md",
        radius: "md",
        position: "bottom-end",
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
    Skeleton: { defaultProps: { radius: "sm" } },
  },
});

function scheme(colors: SchemeColors): Record<string, string> {
  return {
    "--primary": colors.primary,
    "--primary-hover": colors.primaryHover,
    "--primary-ink": colors.primaryInk,
    "--primary-soft": colors.primarySoft,
    "--on-primary": colors.onPrimary,
  };
}

const MANTINE_BY_TOKEN = {
  "--mantine-color-body": "var(--bg)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-bright": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-3)",
  "--mantine-color-placeholder": "var(--ink-3)",
  "--mantine-color-anchor": "var(--primary-ink)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line-strong)",
  "--mantine-color-disabled": "var(--bg)",
  "--mantine-color-disabled-color": "var(--ink-3)",
  "--mantine-color-disabled-border": "var(--line-strong)",
  "--mantine-primary-color-filled": "var(--primary)",
  "--mantine-primary-color-filled-hover": "var(--primary-hover)",
  "--mantine-primary-color-light": "var(--primary-soft)",
  "--mantine-primary-color-light-hover": "var(--primary-soft)",
  "--mantine-primary-color-light-color": "var(--primary-ink)",
  "--mantine-primary-color-contrast": "var(--on-primary)",
  "--mantine-color-brand-filled": "var(--primary)",
  "--mantine-color-brand-filled-hover": "var(--primary-hover)",
  "--mantine-color-brand-light": "var(--primary-soft)",
  "--mantine-color-brand-light-hover": "var(--primary-soft)",
  "--mantine-color-brand-light-color": "var(--primary-ink)",
  "--mantine-color-brand-text": "var(--primary-ink)",
  "--mantine-color-brand-outline": "var(--primary-ink)",
};

/** The variables of a page whose primary is `primary`, pointed at `dim` (a partner site's, or ours). */
export function variablesFor(
  primary: string = DEFAULT_PRIMARY,
  dim?: string,
): CSSVariablesResolver {
  const palette = paletteOf(primary, dim);
  return () => ({
    variables: {},
    light: { ...scheme(palette.light), ...MANTINE_BY_TOKEN },
    dark: { ...scheme(palette.dark), ...MANTINE_BY_TOKEN },
  });
}
