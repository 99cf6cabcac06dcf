/** The accounts below a manager: who they are, what it keeps of theirs, and what it may do with them (NET-5 to NET-9). */
import { Button, TextInput } from "@mantine/core";
import { useSearchParams } from "react-router";
import { type MemberView, useListMembersQuery } from "@/api/generated";
import { useSiteSettings } from "@/app/settings";
import { useChangeParams } from "@/components/kit/address";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { IconPlus, IconSearch, IconUsers } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { Page } from "@/components/kit/Page";
import { Pager, usePage } from "@/components/kit/Pager";
import { useSearch } from "@/components/kit/params";
import { useScreenClass } from "@/components/kit/screen";
import { RowSkeletons } from "@/components/kit/skeletons";
import { EmptyState, ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { MemberList } from "./MemberList";
import { MonthOfMembers } from "./MonthOfMembers";
import classes from "./members.module.css";

const MemberDetail = late(async () => (await import("./MemberDetail")).MemberDetail);
const AddMemberDialog = late(async () => (await import("./AddMemberDialog")).AddMemberDialog);
const RateDialog = late(async () => (await import("./RateDialog")).RateDialog);
const MembersFileDialog = late(async () => (await import("./MembersFileDialog")).MembersFileDialog);
const PasswordDialog = late(async () => (await import("./PasswordDialog")).PasswordDialog);
const ProfileDialog = late(async () => (await import("./ProfileDialog")).ProfileDialog);
const DeleteMemberDialog = late(
  async () => (await import("./DeleteMemberDialog")).DeleteMemberDialog,
);

export function MembersPage() {
  const { t } = useTranslation("members");
  const { open: add } = useFlag("addMember");
  const { open: openFile } = useFlag("membersFile");
  const [page, turn] = usePage();
  const search = useSearch();
  const { data, currentData, error, isFetching, refetch } = useListMembersQuery({
    page,
    ...(search.sought ? { search: search.sought } : {}),
  });
  // What was found for an earlier search says nothing about having members.
  const none = currentData?.total === 0 && !search.sought;
  const failed = error && !isFetching;
  const [params] = useSearchParams();
  const change = useChangeParams({ replace: true });
  const laptop = useScreenClass() === "laptop";
  const ours = data?.items.filter(({ above }) => above.length === 0);
  const shown = laptop ? ours?.find(({ id }) => id === params.get("member")) : undefined;
  const show = (id: string) => change((address) => address.set("member", id));
  return (
    <Page
      title={t("title")}
      lead={<Lead total={none ? 0 : currentData?.total} isFound={search.sought !== ""} />}
      actions={
        <>
          <Button variant="default" aria-label={t("file.title")} onClick={() => openFile()}>
            {t("file.open")}
          </Button>
          <Button leftSection={<IconPlus size={18} />} onClick={() => add()}>
            {t("add.open")}
          </Button>
        </>
      }
    >
      <div className={classes.page} data-beside={shown !== undefined || undefined}>
        <div className={classes.main}>
          {!none && <MonthOfMembers />}
          {/* Two cards, not one that changes its padding and moves what is in it. */}
          {none && !failed ? (
            <Card key="none">
              <EmptyState icon={<IconUsers size={26} />} title={t("empty.title")}>
                {t("empty.text")}
              </EmptyState>
            </Card>
          ) : (
            <Card key="list" flush>
              <div className={classes.tools}>
                <TextInput
                  type="search"
                  size="sm"
                  aria-label={t("find")}
                  placeholder={t("find")}
                  maxLength={200}
                  leftSection={<IconSearch size={18} />}
                  value={search.typed}
                  onChange={(event) => search.type(event.currentTarget.value)}
                />
              </div>
              {failed && <ErrorState error={asApiError(error)} onRetry={refetch} />}
              {!data && !failed && <RowSkeletons count={5} media />}
              {data && !failed && (
                <div className={classes.list} aria-busy={isFetching}>
                  {data.items.length > 0 && (
                    <MemberList
                      members={data.items}
                      beside={{ shown: shown?.id, onShow: laptop ? show : undefined }}
                    />
                  )}
                  {data.total === 0 && (
                    <EmptyState
                      icon={<IconSearch size={26} />}
                      title={t("notFound", { text: search.sought })}
                    />
                  )}
                  <Pager page={data.page} size={data.size} total={data.total} onPage={turn} />
                </div>
              )}
            </Card>
          )}
        </div>
        {shown && (
          <MemberDetail
            member={shown}
            onClose={() => change((address) => address.delete("member"))}
          />
        )}
      </div>
      <Dialogs members={data?.items ?? []} />
    </Page>
  );
}

/** As long as any other, for a sentence whose place is kept. */
const SOME_DAY = "2000-12-01";

interface LeadProps {
  total: number | undefined;
  /** Whether these are all that a search found. */
  isFound: boolean;
}

/** How many there are, and from when a rate counts that is set today; its place is kept until that is known. */
function Lead({ total, isFound }: LeadProps) {
  const { t } = useTranslation("members");
  const { count, dayLong } = useFormat();
  const { data: site } = useSiteSettings();
  const isKnown = total !== undefined && site !== undefined;
  const [members, day] = isKnown ? [total, site.fee_rate_from] : [0, SOME_DAY];
  return (
    <span className={classes.lead} aria-hidden={!isKnown}>
      {members > 0 || !isKnown
        ? t(isFound ? "leadFound" : "lead", {
            count: members,
            members: count(members),
            date: dayLong(day),
          })
        : t("leadNone", { date: dayLong(day) })}
    </span>
  );
}

/** The dialogs about one member; the flag's value is its id. */
function Dialogs({ members }: { members: readonly MemberView[] }) {
  const adding = useFlag("addMember");
  const file = useFlag("membersFile");
  const rate = useFlag("memberRate");
  const password = useFlag("password");
  const profile = useFlag("memberProfile");
  const deleting = useFlag("delete");
  const named = ({ value }: { value: string | null }) => members.find(({ id }) => id === value);
  const [rated, locked, called, leaving] = [rate, password, profile, deleting].map(named);
  return (
    <>
      {adding.opened && <AddMemberDialog onClose={adding.close} />}
      {file.opened && <MembersFileDialog onClose={file.close} />}
      {rated && <RateDialog member={rated} onClose={rate.close} />}
      {locked && <PasswordDialog member={locked} onClose={password.close} />}
      {called && <ProfileDialog member={called} onClose={profile.close} />}
      {leaving && <DeleteMemberDialog member={leaving} onClose={deleting.close} />}
    </>
  );
}
