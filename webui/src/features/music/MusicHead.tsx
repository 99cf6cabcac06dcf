/** Above every view of the music: its name, the views, the search. One and the same on all, so that typing never stops. */
import { ActionIcon, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { useGetMusicHomeQuery } from "@/api/generated";
import { DEBOUNCE_MS } from "@/app/constants";
import { addresses, paths } from "@/app/paths";
import { useChangeParams } from "@/components/kit/address";
import { IconSearch, IconX } from "@/components/kit/icons";
import { WindowTitle } from "@/components/kit/Page";
import { useScreenClass } from "@/components/kit/screen";
import { useTranslation } from "@/i18n/react";
import { useSearchKey } from "./keys";
import classes from "./music.module.css";
import { useSent } from "./typed";

export type View = "home" | "all" | "moods" | "shopping" | "ranking" | "favourites";

const VIEWS: readonly [View, string][] = [
  ["home", addresses.music],
  ["all", addresses.musicAll],
  ["moods", addresses.musicTags],
  ["shopping", addresses.musicShopping],
  ["ranking", paths.ranking()],
  ["favourites", paths.favourites()],
];
const LONGEST = 100;

export function MusicHead({ view }: { view: View }) {
  const { t } = useTranslation("music");
  const laptop = useScreenClass() === "laptop";
  return (
    <div className={classes.head} data-home={view === "home" || undefined}>
      <WindowTitle title={t("title")} />
      <h1 data-quiet={laptop ? undefined : ""}>{t("title")}</h1>
      {laptop && <Views view={view} />}
      <SearchField />
    </div>
  );
}

export function Views({ view }: { view: View }) {
  const { t } = useTranslation("music");
  const { data } = useGetMusicHomeQuery();
  const count = data?.favorites.count;
  const favourites = count ? t("views.favourites", { count }) : t("views.favouritesPlain");
  return (
    <nav className={classes.views} aria-label={t("views.name")}>
      {VIEWS.map(([name, to]) => (
        <Link key={name} to={to} aria-current={name === view ? "page" : undefined}>
          {name === "favourites" ? favourites : t(`views.${name}`)}
        </Link>
      ))}
    </nav>
  );
}

/** What is typed goes into the address once typing pauses; from a page that lists nothing it leads to all tracks. */
function useTyped(): [string, (text: string) => void] {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const change = useChangeParams({ replace: true });
  const sought = params.get("search") ?? "";
  const [typed, type] = useState(sought);
  const sent = useSent(sought);
  const lists = pathname !== addresses.music && !params.has("view") && !params.has("track");

  useEffect(() => {
    if (sent.isNews(sought)) type(sought);
  }, [sought, sent]);

  useEffect(() => {
    const text = typed.trim();
    if (sent.is(text)) return;
    const timer = window.setTimeout(() => {
      sent.send(text);
      if (!lists) void navigate(`${addresses.musicAll}?${new URLSearchParams({ search: text })}`);
      else
        change((address) => {
          if (text) address.set("search", text);
          else address.delete("search");
        });
    }, DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [typed, lists, navigate, change, sent]);

  return [typed, type];
}

function SearchField() {
  const { t } = useTranslation("music");
  const laptop = useScreenClass() === "laptop";
  const field = useRef<HTMLInputElement>(null);
  const [typed, type] = useTyped();
  const change = useChangeParams({ replace: true });
  useSearchKey(field);

  function leave() {
    if (typed) type("");
    else
      change((address) => {
        for (const name of ["tags", "category", "shopping"]) address.delete(name);
      });
  }

  return (
    <search className={classes.search}>
      <TextInput
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        size="md"
        aria-label={t("search.label")}
        placeholder={t("search.label")}
        maxLength={LONGEST}
        leftSection={<IconSearch size={20} />}
        rightSection={
          typed ? (
            <ActionIcon
              variant="transparent"
              size={40}
              color="gray"
              aria-label={t("search.clear")}
              onClick={() => {
                type("");
                field.current?.focus();
              }}
            >
              <IconX size={18} />
            </ActionIcon>
          ) : (
            laptop && <kbd>/</kbd>
          )
        }
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") leave();
          if (event.key === "Enter") field.current?.blur();
        }}
      />
    </search>
  );
}
