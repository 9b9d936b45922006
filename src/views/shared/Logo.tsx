/** A counter window, as in public/favicon.svg. Inline, so that it costs no request. */
export const Logo = ({ size }: { size: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#215db0" />
    <path d="M8 21V14a8 8 0 0 1 16 0v7M5.5 24.5h21" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    <path d="M12 21v-6.5a4 4 0 0 1 8 0V21z" fill="#fbb360" />
  </svg>
)
