/** Six of the tracks that a partner's people alone may use, for those who are among them. */
import { Link } from "react-router";
import { useSearchMusicQuery } from "@/api/generated";
import { paths } from "@/app/paths";
import { Cover } from "@/components/domain/Cover";

const SHOWN = 6;

interface Props {
  domain: string;
  name: string;
  /** The way to all of them, in words. */
  all: string;
  /** What stands there for everybody else. */
  otherwise: string;
}

export function OwnTracks({ domain, name, all, otherwise }: Props) {
  const { data } = useSearchMusicQuery({ onlyWith: domain, size: SHOWN });
  if (!data?.items.length) return <p>{otherwise}</p>;
  return (
    <>
      <ul aria-label={name}>
        {data.items.map((track) => (
          <li key={track.isrc}>
            <Link to={paths.track(track.isrc)}>
              <Cover track={track} radius={12} />
              <b>{track.name}</b>
            </Link>
            <small>{track.artist}</small>
          </li>
        ))}
      </ul>
      <p>
        <Link to={paths.onlyWith(domain)}>{all}</Link>
      </p>
    </>
  );
}
