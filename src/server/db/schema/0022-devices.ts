/** Devices that accounts were logged in on, by the hash of what only the device has. */
export const statements: readonly string[] = [
  `create table known_device (
    account int not null, device text not null, seen_at bigint not null, primary key (account, device))`,
]
