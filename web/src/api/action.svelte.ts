import { createMutation, type CreateMutationOptions } from '@tanstack/svelte-query';
import { untrack } from 'svelte';

/**
 * Something that a person sets off. While one is under way no other is begun. It is pending from the moment it begins: the mutation
 * says so a moment later, and until then a page would show the outcome of the one before, or that this one is done.
 */
export function createAction<Answer, Order = void>(options: () => CreateMutationOptions<Answer, Error, Order>) {
  let isUnderWay = $state(false);
  const mutation = createMutation<Answer, Error, Order>(() => {
    const given = options();
    return {
      ...given,
      onSettled: (...outcome) => {
        isUnderWay = false;
        return given.onSettled?.(...outcome);
      },
    };
  });
  return {
    begin(order: Order): void {
      if (untrack(() => isUnderWay)) return;
      isUnderWay = true;
      mutation.mutate(order);
    },
    get isPending(): boolean {
      return isUnderWay || mutation.isPending;
    },
    get error(): Error | null {
      return isUnderWay ? null : mutation.error;
    },
    get data(): Answer | undefined {
      return isUnderWay ? undefined : mutation.data;
    },
  };
}
