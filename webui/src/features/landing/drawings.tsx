/** Six drawn shorts: stand-ins for the pictures of real ones. Colours are the drawings' own, in both schemes. */
import type { ReactNode } from "react";

const SHORTS: readonly ReactNode[] = [
  <g key="bowl">
    <rect width="30" height="46" fill="#e5f5ec" />
    <circle cx="15" cy="27" r="11" fill="#fff" />
    <path d="M4 27a11 11 0 0 0 22 0z" fill="#0f7040" />
    <path d="M6 26q9-9 18 0z" fill="#f2994a" />
    <path
      d="M11 10q-2 3 0 5M16 8q-2 3 0 5M21 10q-2 3 0 5"
      stroke="#0f7040"
      strokeWidth="1.3"
      fill="none"
      strokeLinecap="round"
    />
  </g>,
  <g key="cat">
    <rect width="30" height="46" fill="#ffd08a" />
    <path d="M7 20l1-8 6 4h4l6-4 1 8a9 9 0 1 1-18 4z" fill="#a8500a" />
    <circle cx="12" cy="23" r="1.4" fill="#fff" />
    <circle cx="20" cy="23" r="1.4" fill="#fff" />
    <path d="M4 46q12-14 24 0z" fill="#a8500a" />
  </g>,
  <g key="dancer">
    <rect width="30" height="46" fill="#fdf1e4" />
    <path d="M0 34h30v12H0z" fill="#a8500a" />
    <rect x="3" y="6" width="24" height="24" rx="4" fill="#f2994a" />
    <rect x="6" y="10" width="7" height="9" rx="1.5" fill="#fff" />
    <rect x="17" y="10" width="7" height="9" rx="1.5" fill="#fff" />
    <circle cx="15" cy="25" r="2.6" fill="#14151b" />
    <path
      d="M15 28l-4 9m4-9l5 8m-5-6l-6-2m6 2l6-4"
      stroke="#14151b"
      strokeWidth="2"
      strokeLinecap="round"
    />
  </g>,
  <g key="rain">
    <rect width="30" height="46" fill="#7b2d8b" />
    <path d="M0 46V32l15-9 15 9v14z" fill="#4a1a55" />
    <rect x="11" y="32" width="8" height="8" rx="1" fill="#ffd08a" />
    <path
      d="M6 6l-2 5M13 4l-2 5M20 7l-2 5M26 4l-2 5M9 15l-2 5M17 14l-2 5M25 15l-2 5"
      stroke="#f6b7d2"
      strokeWidth="1.3"
      strokeLinecap="round"
    />
  </g>,
  <g key="market">
    <rect width="30" height="46" fill="#23235c" />
    <circle cx="8" cy="9" r="3" fill="#ffd08a" />
    <circle cx="16" cy="7" r="2.4" fill="#f2994a" />
    <circle cx="24" cy="10" r="3" fill="#ffd08a" />
    <path d="M0 12q15 6 30 0" stroke="#8a8aff" strokeWidth=".8" fill="none" />
    <path d="M2 30h26v16H2z" fill="#5b5bf0" />
    <path d="M0 24h30l-3 7H3z" fill="#f2994a" />
    <circle cx="15" cy="38" r="3.5" fill="#14151b" />
    <path d="M9 46q6-8 12 0z" fill="#14151b" />
  </g>,
  <g key="coat">
    <rect width="30" height="46" fill="#9fd8ea" />
    <path d="M10 12l5-3 5 3 6 6-3 5-2-2v20H9V21l-2 2-3-5z" fill="#14506b" />
    <path d="M15 10v30" stroke="#9fd8ea" strokeWidth="1" />
    <path d="M15 9q-3-4 1-5" stroke="#14506b" strokeWidth="1.4" fill="none" />
  </g>,
];

export function DrawnShort({ number }: { number: number }) {
  return (
    <svg viewBox="0 0 30 46" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {SHORTS[number % SHORTS.length]}
    </svg>
  );
}
