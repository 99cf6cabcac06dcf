/** The tracks of a short, in every language: what is estimated says so, and so does what is not known yet. */
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Music } from "@/features/figures/Music";
import { loadTexts, startI18n } from "@/i18n";

const SONG = { isrc: "QZBB12500001", name: "Night Drive", estimated: false };

test.each([
  ["en", "Estimated", "Track not known yet: the reports of the month will name it."],
  ["ko", "예상", "아직 트랙을 알 수 없어요. 그 달의 리포트가 나오면 표시됩니다."],
  ["zh-CN", "预估", "曲目尚未确定，待当月报告到达后显示。"],
  ["zh-TW", "預估", "曲目尚未確定，待當月報告到達後顯示。"],
] as const)("%s", async (language, estimated, unknown) => {
  await startI18n(language);
  await loadTexts("figures");
  const shown = (music: (typeof SONG)[]) => {
    cleanup();
    render(<Music music={music} />, { wrapper: MantineProvider });
  };

  shown([SONG]);
  expect(screen.getByText("Night Drive")).toBeVisible();
  expect(screen.queryByText(estimated)).toBeNull();
  shown([{ ...SONG, estimated: true }]);
  expect(screen.getByText(estimated)).toBeVisible();
  shown([]);
  expect(screen.getByText(unknown)).toBeVisible();
});
