import { peopleNamed, type Person } from './people.js';

/** Who of the household is shown. */
export type RoleFilter = 'all' | 'admin' | 'member' | 'child';

const roleOf = ({ isAdmin, isChild }: Pick<Person, 'isAdmin' | 'isChild'>): RoleFilter =>
  isAdmin ? 'admin' : isChild ? 'child' : 'member';

/** The people with such a name and such a role. */
export const peopleShown = (people: readonly Person[], name: string, role: RoleFilter): readonly Person[] =>
  peopleNamed(people, name).filter((person) => role === 'all' || roleOf(person) === role);
