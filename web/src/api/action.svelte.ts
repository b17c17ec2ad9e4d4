import { createMutation, type CreateMutationOptions } from '@tanstack/svelte-query';

/**
 * Something that a person sets off. While one is under way no other is begun: the page hears that it is under way a moment later,
 * and the second of two clicks is faster.
 */
export function createAction<Answer, Order = void>(options: () => CreateMutationOptions<Answer, Error, Order>) {
  let isUnderWay = false;
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
      if (isUnderWay) return;
      isUnderWay = true;
      mutation.mutate(order);
    },
    get isPending(): boolean {
      return mutation.isPending;
    },
    get error(): Error | null {
      return mutation.error;
    },
    get data(): Answer | undefined {
      return mutation.data;
    },
  };
}
