/** Whose figures these are: everybody's, one's own channels', or a member's with those below it (DASH-7). */
import { useHasMembers } from "@/components/domain/has-members";
import { MemberSelect } from "@/components/domain/LateMemberSelect";
import { put, useParams } from "@/components/kit/params";
import { useTranslation } from "@/i18n/react";
import { SELF } from "./narrowing";

/** Nothing where there is nobody to choose. */
export function MemberChoice() {
  const { t } = useTranslation("figures");
  const [params, change] = useParams();
  if (!useHasMembers()) return null;
  const value = params.get("subaccount") ?? "";
  return (
    <MemberSelect
      bare
      label={t("member.name")}
      none={t("member.none")}
      also={[
        { value: "", label: t("member.all") },
        { value: SELF, label: t("member.self") },
      ]}
      chosen={value && value !== SELF ? { value, label: t("member.chosen") } : undefined}
      value={value}
      onChange={(id) =>
        change((next) => {
          put(next, "subaccount", id ?? "");
          next.delete("channel");
        })
      }
    />
  );
}
