/** One of the accounts below: the first fifty, and what is typed is sought among all of them. */
import { Select } from "@mantine/core";
import { skipToken } from "@reduxjs/toolkit/query";
import { useEffect, useState } from "react";
import { type MemberView, useListMembersQuery } from "@/api/generated";
import { DEBOUNCE_MS } from "@/app/constants";

interface Choice {
  value: string;
  label: string;
}

interface Props {
  label: string;
  /** The label is said and not shown. */
  bare?: boolean;
  placeholder?: string;
  /** What stands where nobody is found. */
  none: string;
  value: string | null;
  /** The member too, unless it is one of the other choices. */
  onChange: (id: string | null, member: MemberView | undefined) => void;
  /** What else there is to choose, before the accounts. */
  also?: readonly Choice[];
  /** The account whose members these are; the reader where there is none. */
  below?: string | undefined;
  /** Who is chosen, where that is known and may stand on a later page. */
  chosen?: Choice | undefined;
  /** Who is left out. */
  without?: string | undefined;
  error?: string | undefined;
}

/** What was typed, once typing paused. */
function usePaused(typed: string): string {
  const [paused, pause] = useState(typed);
  useEffect(() => {
    const timer = window.setTimeout(() => pause(typed), DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return paused;
}

export function MemberSelect(props: Props) {
  const { label, bare = false, placeholder, none, value, onChange, also = [], error } = props;
  const { below, without } = props;
  const [typed, type] = useState("");
  const paused = usePaused(typed.trim());
  const [last, remember] = useState<Choice>();
  const of = { page: 0, ...(below ? { target: below } : {}) };
  const { data: first } = useListMembersQuery(of);
  const known = [...also, ...choicesOf(first?.items), last];
  const isKnown = !value || !first || known.some((choice) => choice?.value === value);
  // Whom an address names may stand on a later page.
  const { data: named } = useListMembersQuery(isKnown ? skipToken : { ...of, search: value });
  const chosen = [...known, ...choicesOf(named?.items), props.chosen].find(
    (choice) => choice?.value === value,
  );
  // The field holds the name of who is chosen, or what stands for it: that is nothing to search for.
  const isName = paused === chosen?.label || paused === props.chosen?.label;
  const sought = isName ? "" : paused;
  const { data: found } = useListMembersQuery(sought ? { ...of, search: sought } : skipToken);
  const members = ((sought ? found : first)?.items ?? []).filter(({ id }) => id !== without);
  const listed = [...(sought ? [] : also), ...choicesOf(members)];
  const isListed = listed.some((choice) => choice.value === value);

  function choose(id: string | null) {
    remember(listed.find((choice) => choice.value === id));
    onChange(
      id,
      members.find((member) => member.id === id),
    );
  }

  return (
    <Select
      {...(bare ? { "aria-label": label, size: "sm" as const } : { label })}
      placeholder={placeholder}
      searchable
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={type}
      filter={({ options }) => options}
      nothingFoundMessage={none}
      value={value}
      onChange={choose}
      data={chosen && !isListed ? [...listed, chosen] : listed}
      error={error}
    />
  );
}

const choicesOf = (members: readonly MemberView[] = []): Choice[] =>
  members.map(({ id, name }) => ({ value: id, label: name }));
